-- Put before other scripts that change what an account has. Nothing is written for one that is not there or that is being deleted.

local function is_there(account)
  return redis.call('EXISTS', account) == 1 and redis.call('HEXISTS', account, 'deleting') == 0
end

-- Gives the account another revision, in the step that changes something of it: whoever remembers what it has compares them.
local function note_change(account, revision)
  if is_there(account) then
    redis.call('HSET', account, 'revision', revision)
  end
end
