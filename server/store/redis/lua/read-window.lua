-- Put before other scripts. The sliding minute of a key: a list of the times of its counted votes, oldest first.
-- A vote has left the window exactly 60,000 ms after its time. Times later than now come from a clock that went back
-- since then; they count as votes of now, so that they block for a minute and not for hours.

local MINUTE = 60000

-- How many of the `length` times are at or before `bound`, and the first that is later, or nil. Looks near the front first,
-- because few leave between two votes.
local function count_until(key, bound, length)
  local low, high, step, later = 0, 0, 1, nil
  while high < length do
    local time = tonumber(redis.call('LINDEX', key, high == 0 and '0' or digits(high)))
    if time > bound then
      later = time
      break
    end
    low, high, step = high + 1, high + step, step * 2
  end
  high = math.min(high, length)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local time = tonumber(redis.call('LINDEX', key, middle))
    if time > bound then
      high, later = middle, time
    else
      low = middle + 1
    end
  end
  return low, later
end

-- left: how many times have left the window; ahead: how many are later than now; last: the last;
-- used: votes in the window; reset: milliseconds until one of them leaves that makes room for another, 0 when there is none.
-- That is the oldest, unless the limit was lowered below what is used: then some more have to leave before it helps.
-- The last time is looked at first: where that has left, as with a key that is voted with now and then, all have.
local function read_window(key, now, limit)
  local length = redis.call('LLEN', key)
  if length == 0 then
    return { left = 0, ahead = 0, last = 0, used = 0, reset = 0 }
  end
  local last = tonumber(redis.call('LINDEX', key, '-1'))
  if last <= now - MINUTE then
    return { left = length, ahead = 0, last = last, used = 0, reset = 0 }
  end
  local left, freeing_time = count_until(key, now - MINUTE, length)
  local ahead = 0
  if last > now then
    ahead = length - count_until(key, now, length)
  end
  local freeing = math.min(math.max(left, length - limit), length - 1)
  if freeing > left then
    freeing_time = tonumber(redis.call('LINDEX', key, freeing))
  end
  local reset = math.min(freeing_time, now) + MINUTE - now
  return { left = left, ahead = ahead, last = last, used = length - left, reset = reset }
end
