-- Confirms a claim after the thing has been written.
--
-- KEYS  1 pointer
-- ARGV  1 owner
-- Result: 1 when the thing is the owner's, 0 when another has taken it over meanwhile

local value = redis.call('GET', KEYS[1])
if value and parse_pointer(value) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
