-- Holds the lock for longer, or lets it go.
--
-- KEYS  1 lock
-- ARGV  1 token of the import     2 time to live in milliseconds; 0 lets go
-- Result: 1, or 0 when the lock is another's or nobody's

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
if ARGV[2] == '0' then
  return redis.call('DEL', KEYS[1])
end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
