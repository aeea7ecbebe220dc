-- Tells for each of several requests whether a voter may vote for its servers, and how much of the key's minute is left.
-- Writes nothing.
--
-- KEYS of a request
--       1 totals   hash: server number -> all votes
--       2 window   list: the key's counted votes of the last minute
--       3.. locks  for each server one for each hash of the voter
-- Words of a request: votes per minute of the key, then the numbers of the servers
-- Reply to a request: 'checked', used, reset, then for each server its total and nextVoteAt (0: may vote now)

local function check_votes(first, last, words)
  local numbers = {}
  for number in string.gmatch(words, '%d+') do
    numbers[#numbers + 1] = number
  end
  local window = read_window(KEYS[first + 1], now, tonumber(numbers[1]))
  local reply = { 'checked', window.used, window.reset }
  local servers = #numbers - 1
  if servers == 0 then
    return reply
  end

  local totals = redis.call('HMGET', KEYS[first], unpack(numbers, 2))
  local locks = redis.call('MGET', unpack(KEYS, first + 2, last))
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
    reply[#reply + 1] = tonumber(totals[server] or '0')
    reply[#reply + 1] = next_vote_at
  end
  return reply
end

return answer_each(check_votes)
