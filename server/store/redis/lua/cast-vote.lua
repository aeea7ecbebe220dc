-- Decides on one attempt to vote, counts it and records it, in one step.
--
-- KEYS  1 totals   hash: server number -> all votes; only servers that are there have a field
--       2 days     hash of the server: YYYY-MM-DD -> votes
--       3 window   list: the key's counted votes of the last minute
--       4 log      stream of the account's votes; the id of an entry is the vote id
--       5.. locks  of this server, one for each hash of the voter; the first is the one to be made
-- ARGV  1 now, or '' for the clock of Redis     2 now of the application       3 cooldown in ms
--       4 votes per minute of the key           5 server number                6 idempotency or ''
--       7 attempt                               8 username or ''               9 network
--      10 via                                  11 milliseconds the log is kept
-- Result, one of
--       'counted' or 'replayed', now, total, used, reset, nextVoteAt, vote id
--       'already_voted', now, total, used, reset, nextVoteAt
--       'rate_limited', now, total, used, reset
--       'no_server', now
--       'clock_skew', now
--
-- Everything is read before the first write, and the first write is one that Redis refuses when memory is full, so
-- that a refused vote leaves nothing behind.

-- Redis takes away what has expired by its clock at that moment. A clock that is wrong for a while must not open votes, so
-- locks and minutes outlive their end by a day; the times in them decide.
local CLOCK_GRACE = 86400000
local TRIM_STEP = 100

local now = read_clock(ARGV[1])
local now_text = digits(now)
if is_skewed(now, ARGV[2]) then
  return { 'clock_skew', now }
end

local totals, days, window_key, log = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local limit, server = tonumber(ARGV[4]), ARGV[5]
local idempotency, attempt = ARGV[6], ARGV[7]
local log_kept = tonumber(ARGV[11])
local total = tonumber(redis.call('HGET', totals, server) or '')
if not total then
  return { 'no_server', now }
end
local window = read_window(window_key, now, limit)

local blocking = nil
for index = 5, #KEYS do
  local text = redis.call('GET', KEYS[index])
  local lock = text and parse_lock(text)
  if lock and lock.next_vote_at > now then
    if lock.attempt == attempt then
      return { 'counted', now, lock.total, window.used, window.reset, lock.next_vote_at, lock.vote_id }
    end
    if idempotency ~= '' and lock.idempotency == idempotency then
      return { 'replayed', now, lock.total, window.used, window.reset, lock.next_vote_at, lock.vote_id }
    end
    if not blocking or lock.next_vote_at > blocking.next_vote_at then
      blocking = lock
    end
  end
end

if blocking then
  return { 'already_voted', now, total, window.used, window.reset, blocking.next_vote_at }
end

-- The minute of a key is given its expiry by the first vote of each minute of the clock, a minute later than that vote needs, so
-- that those that follow need not give it again: the call is a twentieth of a vote.
local is_new_minute = math.floor(window.last / MINUTE) ~= math.floor(now / MINUTE)

-- Rewrites times later than now to now, in their places, drops those that have left, and adds `votes` of now. What Redis
-- refuses when memory is full comes before what drops: after a refusal every vote of the minute is still there.
local function write_window(votes)
  for index = window.ahead, 1, -1 do
    redis.call('LSET', window_key, -index, now_text)
  end
  for _ = 1, votes do
    redis.call('RPUSH', window_key, now_text)
  end
  if window.left > 0 then
    redis.call('LTRIM', window_key, window.left, -1)
  end
  if is_new_minute then
    redis.call('PEXPIRE', window_key, 2 * MINUTE + CLOCK_GRACE)
  end
end

if window.used >= limit then
  if window.ahead > 0 then
    write_window(0)
  end
  return { 'rate_limited', now, total, window.used, window.reset }
end

total = total + 1
local total_text = digits(total)
local function append(milliseconds)
  return redis.pcall(
    'XADD', log, 'MINID', '~', math.max(0, now - log_kept), 'LIMIT', TRIM_STEP, milliseconds .. '-*',
    'server', server, 'time', now_text, 'username', ARGV[8], 'total', total_text, 'via', ARGV[10], 'network', ARGV[9]
  )
end

local id_ms = now_text
local vote_id = append(id_ms)
if type(vote_id) == 'table' and vote_id.err and string.find(vote_id.err, 'equal or smaller', 1, true) then
  -- The clock went back: ids have to grow all the same, so this one stays at the milliseconds of the newest.
  local info = redis.call('XINFO', 'STREAM', log)
  for index = 1, #info, 2 do
    if info[index] == 'last-generated-id' then
      id_ms = string.match(info[index + 1], '^%d+')
      vote_id = append(id_ms)
    end
  end
end
if type(vote_id) == 'table' and vote_id.err then
  return vote_id
end

local cooldown = tonumber(ARGV[3])
local next_vote_at = now + cooldown
local wait = next_vote_at - tonumber(id_ms)
local lock = vote_id .. ' ' .. digits(wait) .. ' ' .. total_text .. ' ' .. idempotency .. ' ' .. attempt
redis.call('SET', KEYS[5], lock, 'PX', cooldown + CLOCK_GRACE)
redis.call('HINCRBY', totals, server, 1)
redis.call('HINCRBY', days, day_of(now), 1)
redis.call('PEXPIRE', log, log_kept + CLOCK_GRACE)
write_window(1)
if window.used == 0 then
  window.reset = MINUTE
end
return { 'counted', now, total, window.used + 1, window.reset, next_vote_at, vote_id }
