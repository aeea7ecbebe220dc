-- Takes a server out of its account, so that nobody can vote for it any more. Its locks, days and log entries stay.
--
-- KEYS  1 servers     2 slugs     3 names     4 totals     5 account     6 answer
-- ARGV  1 id     2 its number     3 'any', or 'without_votes' to leave it when it has votes     4 revision
-- Result: 'removed', 'has_votes', or 'absent' when there is none of this id and number

local known = known_answer(KEYS[6])
if known then
  return known
end
local record = redis.call('HGET', KEYS[1], ARGV[1])
local server = record and parse_server(record)
if not server or server.num ~= ARGV[2] then
  return { 'absent' }
end
if ARGV[3] == 'without_votes' and tonumber(redis.call('HGET', KEYS[4], server.num) or '0') > 0 then
  return { 'has_votes' }
end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[4], server.num)
redis.call('HDEL', KEYS[2], server.slug)
redis.call('ZREM', KEYS[3], server.name .. '\n' .. ARGV[1])
note_change(KEYS[5], ARGV[4])
return answer(KEYS[6], { 'removed' })
