-- Creates an account whose username has been claimed.
--
-- KEYS  1 account
-- ARGV  1 username     2 createdAt     3 revision
-- Result: 'created', also when the same account was created before; or 'id_taken'

local account = KEYS[1]
if redis.call('EXISTS', account) == 0 then
  redis.call('HSET', account, 'username', ARGV[1], 'createdAt', ARGV[2], 'lastServerNum', 0, 'revision', ARGV[3])
  return { 'created' }
end
local known = redis.call('HMGET', account, 'username', 'createdAt')
if is_there(account) and known[1] == ARGV[1] and known[2] == ARGV[2] then
  return { 'created' }
end
return { 'id_taken' }
