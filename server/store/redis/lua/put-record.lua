-- Writes a site of an account.
--
-- KEYS  1 account     2 hash of the records
-- ARGV  1 id     2 record     3 revision
-- Result: 'saved' or 'no_account'

if not is_there(KEYS[1]) then
  return { 'no_account' }
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
note_change(KEYS[1], ARGV[3])
return { 'saved' }
