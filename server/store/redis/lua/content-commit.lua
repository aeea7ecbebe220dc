-- Shows an import: makes its generations the current ones, counts the version and tells everybody. Twice is as good as once.
--
-- KEYS  1 now     2 lock     3 leftovers, set of `<collection> <generation> <kind> <import>`
-- ARGV  1 token of the import     2 its number     3 channel     4 first word of what is told there
--       5.. the collections that it changed
-- Result, one of
--       'shown', version
--       'lost'               the lock is no longer this import's; nothing was shown

local function version()
  return tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
end

if redis.call('HGET', KEYS[1], 'import') == ARGV[2] then
  return { 'shown', version() }
end
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  return { 'lost' }
end
for at = 5, #ARGV do
  local collection = ARGV[at]
  local before = redis.call('HGET', KEYS[1], collection) or '0'
  redis.call('SREM', KEYS[3], collection .. ' ' .. ARGV[2] .. ' added ' .. ARGV[2])
  redis.call('SADD', KEYS[3], collection .. ' ' .. before .. ' replaced ' .. ARGV[2])
  redis.call('HSET', KEYS[1], collection, ARGV[2])
end
redis.call('HSET', KEYS[1], 'import', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('PUBLISH', ARGV[3], ARGV[4] .. ' ' .. version())
return { 'shown', version() }
