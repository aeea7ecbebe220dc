-- Copies a few elements of a hash or a sorted set, so that a large one is copied without holding up anybody.
--
-- KEYS  1 from     2 to
-- ARGV  1 'hash' or 'list'     2 where to go on: '0' at first, then what the last call answered     3 about how many
-- Result: where to go on, '0' when all is copied

-- Lua takes so many values in one call, with a wide margin.
local AT_ONCE = 2000

local from, to = KEYS[1], KEYS[2]
local count = tonumber(ARGV[3])

local function send(command, values)
  for first = 1, #values, AT_ONCE do
    redis.call(command, to, unpack(values, first, math.min(first + AT_ONCE - 1, #values)))
  end
end

if ARGV[1] == 'list' then
  local first = tonumber(ARGV[2])
  local found = redis.call('ZRANGE', from, first, first + count - 1, 'WITHSCORES')
  for at = 1, #found, 2 do
    found[at], found[at + 1] = found[at + 1], found[at]
  end
  send('ZADD', found)
  return #found < 2 * count and '0' or tostring(first + count)
end

local scan = redis.call('HSCAN', from, ARGV[2], 'COUNT', count)
send('HSET', scan[2])
return scan[1]
