-- Begins an import, unless another one is on its way. Twice with one token is as good as once.
--
-- KEYS  1 lock     2 imports, the counter
-- ARGV  1 token of the import     2 time to live of the lock in milliseconds
-- Result: the import's number, or false when another one is on its way

local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return false
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return tostring(redis.call('INCR', KEYS[2]))
