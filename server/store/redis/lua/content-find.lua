-- Reads records of one collection, each by its id or by its name.
--
-- KEYS  1 now     hash: version, and the current generation of each collection
--       2 ids     hash: id -> number of the import that wrote the body, and ` hidden` where the record is
--       3 names   hash: name -> JSON [[created, id, scope], ...], the oldest first, records that are not hidden
--       4 bodies  hash: `<id>@<number>` -> JSON
-- ARGV  1 collection     2 generation that the keys are of
--       then three for each record: 'id', 'name' or 'name in scope'; the id or name; the scope, or ''
-- Result, one of
--       'moved'                the collection has another generation by now
--       'found', version, then two for each record: JSON or false; the field that the JSON is under, or false where there is no
--                such record. Where Redis refused to read it, an error and false. Once there is a lot of JSON the records after
--                it are left out

-- Large records are read one by one, so that nobody else waits for many of them.
local MANY_BYTES = 262144

local now = redis.call('HMGET', KEYS[1], 'version', ARGV[1])
if (now[2] or '0') ~= ARGV[2] then
  return { 'moved' }
end

local function id_of(name, scope)
  local owners = redis.call('HGET', KEYS[3], name)
  for _, owner in ipairs(owners and cjson.decode(owners) or {}) do
    local is_hidden = owner[4]
    if not is_hidden and (not scope or scope == owner[3]) then
      return owner[2]
    end
  end
  return false
end

local function find(how, what, scope)
  local id = what
  if how ~= 'id' then
    id = id_of(what, how == 'name in scope' and scope)
  end
  local written_by = id and redis.call('HGET', KEYS[2], id)
  if not written_by or string.find(written_by, 'hidden', 1, true) then
    return false, false
  end
  local field = id .. '@' .. string.match(written_by, '^%d+')
  return redis.call('HGET', KEYS[4], field), field
end

local result = { 'found', tonumber(now[1] or '0') }
local bytes = 0
for word = 3, #ARGV, 3 do
  -- What is wrong with one record is its own affair.
  local done, json, field = pcall(find, ARGV[word], ARGV[word + 1], ARGV[word + 2])
  if not done then
    if type(json) ~= 'table' then
      json = { err = 'ERR ' .. json }
    end
    field = false
  end
  result[#result + 1] = json
  result[#result + 1] = field
  bytes = bytes + (type(json) == 'string' and #json or 0)
  if bytes >= MANY_BYTES then
    break
  end
end
return result
