-- Reads on in the vote log of an account, from what is younger than the log is kept, trimmed or not. Writes nothing.
--
-- KEYS  1 log
-- ARGV  1 now, or '' for the clock of Redis     2 milliseconds the log is kept
--       3 vote id to read on after, or ''       4 entries at most
-- Result: entries as XRANGE gives them, oldest first

local oldest = math.max(0, read_clock(ARGV[1]) - tonumber(ARGV[2]) + 1)
local from, after = digits(oldest), ARGV[3]
if after ~= '' and tonumber(string.match(after, '^%d+')) >= oldest then
  from = '(' .. after
end
return redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', ARGV[4])
