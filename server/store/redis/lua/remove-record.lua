-- Takes a key or a site out of an account.
--
-- KEYS  1 account     2 hash of the records
-- ARGV  1 id     2 revision
-- Result: 'removed', also when it was not there

redis.call('HDEL', KEYS[2], ARGV[1])
note_change(KEYS[1], ARGV[2])
return { 'removed' }
