-- Decides on each of several attempts to vote, counts it and records it, all in one step.
--
-- KEYS of an attempt
--       1 totals   hash: server number -> all votes; only servers that are there have a field
--       2 days     hash of the server: YYYY-MM-DD -> votes
--       3 window   list: the key's counted votes of the last minute
--       4 log      stream of the account's votes; the id of an entry is the vote id
--       5.. locks  of this server, one for each hash of the voter; the first is the one to be made
-- Words of an attempt
--       1 cooldown in ms     2 votes per minute of the key     3 server number     4 milliseconds the log is kept
--       5 attempt            6 network     7 via               8 idempotency or ''
--       9 username or '', which may have spaces in it
-- Reply to an attempt: words with one space between them, as text because the driver takes a list apart word by word. One of
--       counted or replayed, total, used, reset, nextVoteAt, vote id
--       already_voted, total, used, reset, nextVoteAt
--       rate_limited, total, used, reset
--       no_server
--
-- Everything is read before the first write, and the first write is one that Redis refuses when memory is full, so
-- that a refused vote leaves nothing behind.

local WORDS = '^(%d+) (%d+) (%d+) (%d+) (%S+) (%S+) (%a) (%S*) (.*)$'
-- Redis takes away what has expired by its clock at that moment. A clock that is wrong for a while must not open votes, so
-- locks and minutes outlive their end by a day; the times in them decide.
local CLOCK_GRACE = 86400000
-- Entries that one vote takes out of the log at most. Only the first vote of a key in a minute of the clock does that, so it
-- has to be more than a key may vote in a minute.
local TRIM_STEP = '20000'

local LIMITED = table.concat({ 'rate_limited', WHOLE, WHOLE, WHOLE }, ' ')
local REFUSED = table.concat({ 'already_voted', WHOLE, WHOLE, WHOLE, WHOLE }, ' ')
local VOTED = table.concat({ '%s', WHOLE, WHOLE, WHOLE, WHOLE, '%s' }, ' ')

local today = nil

-- Puts a vote into the log. `oldest` is the oldest time that stays in it; false takes nothing out, and makes no log.
-- Returns the vote id, or an error, or false where there is no log; and the milliseconds in it as text.
local function append(log, oldest, fields)
  local function add(milliseconds)
    local id = milliseconds .. '-*'
    if oldest then
      return redis.pcall('XADD', log, 'MINID', '~', oldest, 'LIMIT', TRIM_STEP, id, unpack(fields))
    end
    return redis.pcall('XADD', log, 'NOMKSTREAM', id, unpack(fields))
  end
  local vote_id = add(now_text)
  if type(vote_id) == 'table' and vote_id.err and string.find(vote_id.err, 'equal or smaller', 1, true) then
    -- The clock went back: ids have to grow all the same, so this one stays at the milliseconds of the newest.
    local info = redis.call('XINFO', 'STREAM', log)
    for index = 1, #info, 2 do
      if info[index] == 'last-generated-id' then
        local newest = string.match(info[index + 1], '^%d+')
        return add(newest), newest
      end
    end
  end
  return vote_id, now_text
end

-- Rewrites times later than now to now, in their places, drops those that have left, and adds `votes` of now. What Redis
-- refuses when memory is full comes before what drops: after a refusal every vote of the minute is still there.
local function write_window(key, window, votes)
  for index = window.ahead, 1, -1 do
    redis.call('LSET', key, -index, now_text)
  end
  for _ = 1, votes do
    redis.call('RPUSH', key, now_text)
  end
  if window.left > 0 then
    redis.call('LTRIM', key, window.left, '-1')
  end
end

-- Counts and records a vote that nothing speaks against.
local function count_vote(first, vote, window)
  local totals, days, window_key, log, lock_key = unpack(KEYS, first, first + 4)
  -- What is not needed with each vote is done by a key's first vote of each minute of the clock: it takes out of the log what
  -- is too old, and gives the minute and the log an expiry that is long enough for the votes that follow it.
  local is_first = math.floor(window.last / MINUTE) ~= math.floor(now / MINUTE)
  local function oldest()
    return digits(math.max(0, now - vote.log_kept))
  end
  local total = vote.total + 1
  local total_text = digits(total)
  local fields = {
    'server', vote.server, 'time', now_text, 'username', vote.username, 'total', total_text, 'via', vote.via,
    'network', vote.network,
  }
  local vote_id, id_ms = append(log, is_first and oldest(), fields)
  if not vote_id then
    -- The log is gone while the minute is there.
    is_first = true
    vote_id, id_ms = append(log, oldest(), fields)
  end
  if type(vote_id) == 'table' and vote_id.err then
    return vote_id
  end

  local next_vote_at = now + vote.cooldown
  local wait = digits(next_vote_at - tonumber(id_ms))
  local lock = vote_id .. ' ' .. wait .. ' ' .. total_text .. ' ' .. vote.idempotency .. ' ' .. vote.attempt
  redis.call('SET', lock_key, lock, 'PX', digits(vote.cooldown + CLOCK_GRACE))
  redis.call('HINCRBY', totals, vote.server, '1')
  today = today or day_of(now)
  redis.call('HINCRBY', days, today, '1')
  write_window(window_key, window, 1)
  if is_first then
    redis.call('PEXPIRE', window_key, 2 * MINUTE + CLOCK_GRACE)
    redis.call('PEXPIRE', log, vote.log_kept + 2 * MINUTE + CLOCK_GRACE)
  end
  local reset = window.used == 0 and MINUTE or window.reset
  return string.format(VOTED, 'counted', total, window.used + 1, reset, next_vote_at, vote_id)
end

local function cast_vote(first, last, words)
  local cooldown, limit, server, log_kept, attempt, network, via, idempotency, username = string.match(words, WORDS)
  limit = tonumber(limit)
  local total = tonumber(redis.call('HGET', KEYS[first], server) or '')
  if not total then
    return 'no_server'
  end
  local window_key = KEYS[first + 2]
  local window = read_window(window_key, now, limit)

  local blocking = nil
  for index = first + 4, last do
    local text = redis.call('GET', KEYS[index])
    local lock = text and parse_lock(text)
    if lock and lock.next_vote_at > now then
      if lock.attempt == attempt then
        return string.format(VOTED, 'counted', lock.total, window.used, window.reset, lock.next_vote_at, lock.vote_id)
      end
      if idempotency ~= '' and lock.idempotency == idempotency then
        return string.format(VOTED, 'replayed', lock.total, window.used, window.reset, lock.next_vote_at, lock.vote_id)
      end
      if not blocking or lock.next_vote_at > blocking.next_vote_at then
        blocking = lock
      end
    end
  end
  if blocking then
    return string.format(REFUSED, total, window.used, window.reset, blocking.next_vote_at)
  end

  if window.used >= limit then
    if window.ahead > 0 then
      write_window(window_key, window, 0)
    end
    return string.format(LIMITED, total, window.used, window.reset)
  end

  local vote = {
    cooldown = tonumber(cooldown), server = server, log_kept = tonumber(log_kept), attempt = attempt, network = network,
    via = via, idempotency = idempotency, username = username, total = total,
  }
  return count_vote(first, vote, window)
end

return answer_each(cast_vote)
