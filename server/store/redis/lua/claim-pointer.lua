-- Claims something unique for an owner, before it is written.
--
-- KEYS  1 pointer
-- ARGV  1 owner     2 milliseconds after which a pending claim counts as given up
-- Result, one of
--       'confirmed'       it is the owner's already
--       'pending'         the owner has claimed it, now or before
--       'taken', value    another has it, if that one still has the thing
--       'busy', value     another is about to write it
--       'stale', value    another was about to write it, and has not confirmed for long

local now = read_clock('')
local value = redis.call('GET', KEYS[1])
if not value then
  redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. digits(now))
  return { 'pending' }
end
local owner, since = parse_pointer(value)
if owner == ARGV[1] then
  return { since and 'pending' or 'confirmed' }
end
if not since then
  return { 'taken', value }
end
return { now - since < tonumber(ARGV[2]) and 'busy' or 'stale', value }
