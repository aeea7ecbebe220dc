-- Tells for each of several requests whether a voter may vote for its servers, and how much of the key's minute is left.
-- Writes nothing.
--
-- KEYS of a request
--       1 totals   hash: server number -> all votes
--       2 window   list: the key's counted votes of the last minute
--       3.. locks  for each server one for each hash of the voter
-- Words of a request: votes per minute of the key, then the numbers of the servers
-- Reply to a request: words with one space between them, as that of cast-vote.lua
--       checked, used, reset, totals, holding
--       totals   of the servers, with commas between them; 0 for one that is gone, nothing where none was asked for
--       holding  for each lock that still holds: which of the servers it is of, counted from 0, and nextVoteAt, with commas too;
--                nothing where none holds

local CHECKED = table.concat({ 'checked', WHOLE, WHOLE, '%s', '%s' }, ' ')

local function check_votes(first, last, words)
  local numbers = {}
  for number in string.gmatch(words, '%d+') do
    numbers[#numbers + 1] = number
  end
  local window = read_window(KEYS[first + 1], now, tonumber(numbers[1]))
  local servers = #numbers - 1
  if servers == 0 then
    return string.format(CHECKED, window.used, window.reset, '', '')
  end

  local totals = redis.call('HMGET', KEYS[first], unpack(numbers, 2))
  for index = 1, servers do
    totals[index] = totals[index] or '0'
  end
  local locks = redis.call('MGET', unpack(KEYS, first + 2, last))
  local hashes = #locks / servers
  local holding = {}
  for at, text in ipairs(locks) do
    local lock = text and parse_lock(text)
    if lock and lock.next_vote_at > now then
      holding[#holding + 1] = math.floor((at - 1) / hashes)
      holding[#holding + 1] = digits(lock.next_vote_at)
    end
  end
  return string.format(CHECKED, window.used, window.reset, table.concat(totals, ','), table.concat(holding, ','))
end

return answer_each(check_votes)
