-- Copies a few elements of a hash or a sorted set, so that a large one is copied without holding up anybody.
--
-- KEYS  1 from     2 to
-- ARGV  1 'hash' or 'list'     2 where to go on: '0' at first, then what the last call answered     3 about how many
-- Result: where to go on, '0' when all is copied

local from, to = KEYS[1], KEYS[2]
local count = tonumber(ARGV[3])

if ARGV[1] == 'list' then
  local first = tonumber(ARGV[2])
  local found = redis.call('ZRANGE', from, first, first + count - 1, 'WITHSCORES')
  for at = 1, #found, 2 do
    redis.call('ZADD', to, found[at + 1], found[at])
  end
  return #found < 2 * count and '0' or tostring(first + count)
end

local scan = redis.call('HSCAN', from, ARGV[2], 'COUNT', count)
local found = scan[2]
for at = 1, #found, 2 do
  redis.call('HSET', to, found[at], found[at + 1])
end
return scan[1]
