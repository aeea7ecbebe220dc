-- Put before other scripts. Answers several requests in one call, each as if it had come alone, in the order they stand in.
--
-- KEYS  those of the first request, then those of the second, and so on
-- ARGV  1 now, or '' for the clock of Redis     2 now of the application
--       then two for each request: the number of its keys, and its words with one space between them
-- Result, one of
--       'answered', now, then the reply to each request; where Redis refused it, an error
--       'clock_skew', now

local now = read_clock(ARGV[1])
local now_text = digits(now)

-- `decide` takes the positions of the request's first and last key in KEYS, and its words. What goes wrong in one request,
-- as with a key of another type, is its own affair. A master that became a replica has refused all that wrote, and the driver
-- has to hear of it: that is an answer to the call.
local function answer_each(decide)
  if is_skewed(now, ARGV[2]) then
    return { 'clock_skew', now }
  end
  local answer = { 'answered', now }
  local first = 1
  for word = 3, #ARGV, 2 do
    local last = first + tonumber(ARGV[word]) - 1
    local done, reply = pcall(decide, first, last, ARGV[word + 1])
    if not done and type(reply) ~= 'table' then
      reply = { err = string.match(reply, '^%u+ .*$') or 'ERR ' .. reply }
    end
    if reply.err and string.find(reply.err, 'READONLY', 1, true) == 1 then
      return reply
    end
    answer[#answer + 1] = reply
    first = last + 1
  end
  return answer
end
