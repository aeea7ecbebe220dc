-- Put before other scripts. The clock that decides, in milliseconds since 1970, and its distance to the application's.

local MAX_SKEW = 600000

-- `given` replaces the clock of Redis; an empty string does not.
local function read_clock(given)
  if given ~= '' then
    return tonumber(given)
  end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function is_skewed(now, app_now)
  return math.abs(now - tonumber(app_now)) > MAX_SKEW
end

-- Whole numbers as text. tostring() would round one of 13 digits, and Redis would write a number that it is given as a word
-- of a command with 17, as it does '%.0f': the slow way. A Redis of 32 bits would cut '%d' short.
local WHOLE = string.format('%d', 1e15) == '1000000000000000' and '%d' or '%.0f'
local function digits(number)
  return string.format(WHOLE, number)
end
