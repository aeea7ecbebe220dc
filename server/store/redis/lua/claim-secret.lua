-- Remembers which secret the voters of this store are hashed with.
--
-- KEYS  1 secret
-- ARGV  fingerprints of the secrets in use, the current one first
-- Result: 1, or 0 when the store knows another one

local known = redis.call('GET', KEYS[1])
local is_known = not known
for _, fingerprint in ipairs(ARGV) do
  is_known = is_known or fingerprint == known
end
if not is_known then
  return 0
end
if known ~= ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[1])
end
return 1
