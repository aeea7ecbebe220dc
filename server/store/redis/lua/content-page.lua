-- Tells which bodies a page of a list is made of. They are read by a command of their own, for Lua would copy them in and out.
--
-- KEYS  1 now     hash: version, and the current generation of each collection
--       2 list    sorted set of `<label>NUL<id>`       3 ids     hash: id -> number of the import that wrote the body
-- ARGV  1 collection     2 generation that the keys are of     3 first rank     4 last rank
-- Result, one of
--       'moved'                                  the collection has another generation by now
--       'page', version, total, list of ids, list of what KEYS[3] has of each

local ID_LENGTH = 36

local now = redis.call('HMGET', KEYS[1], 'version', ARGV[1])
if (now[2] or '0') ~= ARGV[2] then
  return { 'moved' }
end
local ids = redis.call('ZRANGE', KEYS[2], ARGV[3], ARGV[4])
for at, member in ipairs(ids) do
  ids[at] = string.sub(member, -ID_LENGTH)
end
local written_by = #ids > 0 and redis.call('HMGET', KEYS[3], unpack(ids)) or {}
return { 'page', tonumber(now[1] or '0'), redis.call('ZCARD', KEYS[2]), ids, written_by }
