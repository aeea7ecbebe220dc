-- Tells for several servers whether a voter may vote, and how much of the key's minute is left. Writes nothing.
--
-- KEYS  1 totals   hash: server number -> all votes
--       2 window   list: the key's counted votes of the last minute
--       3.. locks  for each server one for each hash of the voter
-- ARGV  1 now, or '' for the clock of Redis     2 now of the application     3 votes per minute of the key
--       4.. server numbers
-- Result, one of
--       'checked', now, used, reset, then for each server its total and nextVoteAt (0: may vote now)
--       'clock_skew', now

local now = read_clock(ARGV[1])
if is_skewed(now, ARGV[2]) then
  return { 'clock_skew', now }
end

local FIRST_LOCK, FIRST_SERVER = 3, 4
local window = read_window(KEYS[2], now, tonumber(ARGV[3]))
local result = { 'checked', now, window.used, window.reset }
local servers = #ARGV - FIRST_SERVER + 1
if servers == 0 then
  return result
end

local totals = redis.call('HMGET', KEYS[1], unpack(ARGV, FIRST_SERVER))
local locks = redis.call('MGET', unpack(KEYS, FIRST_LOCK))
local hashes = #locks / servers
for server = 1, servers do
  local next_vote_at = 0
  for hash = 1, hashes do
    local text = locks[(server - 1) * hashes + hash]
    local lock = text and parse_lock(text)
    if lock and lock.next_vote_at > now then
      next_vote_at = math.max(next_vote_at, lock.next_vote_at)
    end
  end
  result[#result + 1] = tonumber(totals[server] or '0')
  result[#result + 1] = next_vote_at
end
return result
