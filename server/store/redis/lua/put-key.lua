-- Writes an API key of an account. The end of a key never moves later: of the one it has and the one given the earlier stays.
--
-- KEYS  1 account     2 hash of the keys
-- ARGV  1 id     2 record without its end, as a JSON object     3 end in milliseconds, or 'null' for never
--       4 revision
-- Result: 'saved' or 'no_account'

if not is_there(KEYS[1]) then
  return { 'no_account' }
end
local ends = ARGV[3]
local known = redis.call('HGET', KEYS[2], ARGV[1])
local known_end = known and cjson.decode(known).expiresAtMs
if type(known_end) == 'number' and (ends == 'null' or known_end < tonumber(ends)) then
  ends = string.format('%.0f', known_end)
end
redis.call('HSET', KEYS[2], ARGV[1], string.sub(ARGV[2], 1, -2) .. ',"expiresAtMs":' .. ends .. '}')
note_change(KEYS[1], ARGV[4])
return { 'saved' }
