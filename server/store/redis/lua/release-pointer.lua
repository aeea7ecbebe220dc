-- Gives up a claim of an owner: a pending one, or any.
--
-- KEYS  1 pointer
-- ARGV  1 owner     2 'pending' or 'any'
-- Result: 1 when the pointer is gone, else 0

local value = redis.call('GET', KEYS[1])
if not value then
  return 1
end
local owner, since = parse_pointer(value)
if owner ~= ARGV[1] or (ARGV[2] == 'pending' and not since) then
  return 0
end
redis.call('DEL', KEYS[1])
return 1
