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

-- tostring() would round a number of 13 digits.
local function digits(number)
  return string.format('%.0f', number)
end
