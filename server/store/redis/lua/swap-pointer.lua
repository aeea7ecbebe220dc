-- Claims for an owner what another has claimed and does not have.
--
-- KEYS  1 pointer
-- ARGV  1 value the pointer must still have     2 owner
-- Result: 1 when the claim is the owner's now, else 0

local value = redis.call('GET', KEYS[1])
if value == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2] .. ' ' .. digits(read_clock('')))
  return 1
end
return value and parse_pointer(value) == ARGV[2] and 1 or 0
