-- Makes a confirmed claim pending again, before the thing is taken away: who writes it anew meanwhile will confirm it.
--
-- KEYS  1 pointer
-- ARGV  1 owner
-- Result: 1 when the claim is pending now, else 0

local value = redis.call('GET', KEYS[1])
if not value or parse_pointer(value) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. digits(read_clock('')))
return 1
