-- Reads one record, by its id or by its name.
--
-- KEYS  1 now     hash: version, and the current generation of each collection
--       2 ids     hash: id -> number of the import that wrote the body, and ` hidden` where the record is
--       3 names   hash: name -> JSON [[created, id, scope], ...], the oldest first, records that are not hidden
--       4 bodies  hash: `<id>@<number>` -> JSON
-- ARGV  1 collection     2 generation that the keys are of     3 'id' or 'name'     4 the id or name
--       5 the scope of the name; left out where the oldest of all scopes is meant
-- Result, one of
--       'moved'                the collection has another generation by now
--       'found', version, JSON or false, the field that the JSON is under, or false where there is no such record

local now = redis.call('HMGET', KEYS[1], 'version', ARGV[1])
if (now[2] or '0') ~= ARGV[2] then
  return { 'moved' }
end
local result = { 'found', tonumber(now[1] or '0'), false, false }

local id = ARGV[3] == 'id' and ARGV[4]
if ARGV[3] == 'name' then
  local owners = redis.call('HGET', KEYS[3], ARGV[4])
  for _, owner in ipairs(owners and cjson.decode(owners) or {}) do
    local is_hidden = owner[4]
    if not is_hidden and (not ARGV[5] or ARGV[5] == owner[3]) then
      id = owner[2]
      break
    end
  end
end
local written_by = id and redis.call('HGET', KEYS[2], id)
if written_by and not string.find(written_by, 'hidden', 1, true) then
  result[4] = id .. '@' .. string.match(written_by, '^%d+')
  result[3] = redis.call('HGET', KEYS[4], result[4])
end
return result
