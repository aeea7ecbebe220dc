-- Begins or resumes the deletion of an account: from here on nothing is written for it, nobody can vote, and what is remembered
-- of it is asked for anew.
--
-- KEYS  1 account     2 totals
-- Result: 'deleting', username; or 'no_account'

local username = redis.call('HGET', KEYS[1], 'username')
if not username then
  return { 'no_account' }
end
redis.call('HSET', KEYS[1], 'deleting', 1)
redis.call('HDEL', KEYS[1], 'revision')
redis.call('UNLINK', KEYS[2])
return { 'deleting', username }
