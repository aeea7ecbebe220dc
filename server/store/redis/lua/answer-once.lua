-- Put before other scripts. A script whose second run would answer otherwise than its first keeps its answer for a moment,
-- under a key with a token of the call, so that a call that is sent again because its reply was lost gets the same one.

local ANSWER_KEPT = 10000

local function known_answer(key)
  local packed = redis.call('GET', key)
  return packed and cmsgpack.unpack(packed)
end

local function answer(key, reply)
  redis.call('SET', key, cmsgpack.pack(reply), 'PX', ANSWER_KEPT)
  return reply
end
