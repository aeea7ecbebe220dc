-- Put before other scripts. Nothing is written for an account that is not there or that is being deleted.

local function is_there(account)
  return redis.call('EXISTS', account) == 1 and redis.call('HEXISTS', account, 'deleting') == 0
end
