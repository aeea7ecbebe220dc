-- Puts a key's sliding minute of an archive in place.
--
-- KEYS  1 window
-- ARGV  1 milliseconds the list is kept, then the times of the counted votes, oldest first
-- Result: 1

redis.call('DEL', KEYS[1])
for index = 2, #ARGV do
  redis.call('RPUSH', KEYS[1], ARGV[index])
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
