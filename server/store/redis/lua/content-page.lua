-- Reads a page of a list, all of it of one version.
--
-- KEYS  1 now     hash: version, and the current generation of each collection
--       2 list    sorted set of `<label>NUL<id>`       3 ids     hash: id -> number of the import that wrote the body
--       4 bodies  hash: `<id>@<number>` -> JSON
-- ARGV  1 collection     2 generation that the keys are of     3 first rank     4 last rank
-- Result, one of
--       'moved'                                  the collection has another generation by now
--       'page', version, total, then the JSON of each record

local ID_LENGTH = 36

local now = redis.call('HMGET', KEYS[1], 'version', ARGV[1])
if (now[2] or '0') ~= ARGV[2] then
  return { 'moved' }
end
local result = { 'page', tonumber(now[1] or '0'), redis.call('ZCARD', KEYS[2]) }
local fields = redis.call('ZRANGE', KEYS[2], ARGV[3], ARGV[4])
if #fields == 0 then
  return result
end
for at, member in ipairs(fields) do
  fields[at] = string.sub(member, -ID_LENGTH)
end
local written_by = redis.call('HMGET', KEYS[3], unpack(fields))
for at, id in ipairs(fields) do
  fields[at] = id .. '@' .. string.match(written_by[at], '^%d+')
end
for _, body in ipairs(redis.call('HMGET', KEYS[4], unpack(fields))) do
  result[#result + 1] = body
end
return result
