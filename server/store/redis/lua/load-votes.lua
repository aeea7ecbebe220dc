-- Puts votes of an archive into the log with the ids they had. One that is there already is left, so that the same
-- votes may be sent again after a fault.
--
-- KEYS  1 log
-- ARGV  1 milliseconds the log is kept, then seven for each vote, oldest first:
--       vote id, server, time, username or '', total, via, network
-- Result: 1

local log = KEYS[1]
for index = 2, #ARGV, 7 do
  local added = redis.pcall(
    'XADD', log, ARGV[index], 'server', ARGV[index + 1], 'time', ARGV[index + 2], 'username', ARGV[index + 3],
    'total', ARGV[index + 4], 'via', ARGV[index + 5], 'network', ARGV[index + 6]
  )
  if type(added) == 'table' and added.err and not string.find(added.err, 'equal or smaller', 1, true) then
    return added
  end
end
redis.call('PEXPIRE', log, ARGV[1])
return 1
