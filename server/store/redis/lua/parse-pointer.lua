-- Put before other scripts. A pointer says which account has something that is unique everywhere, such as a username. It
-- stands in another slot than the account, so it is claimed before the thing is written and confirmed after:
--   '<owner>'             confirmed: the owner has the thing, or had it
--   '<owner> <since ms>'  pending: the owner is about to write it, or died doing so

local function parse_pointer(value)
  local owner, since = string.match(value, '^(%S+) ?(%d*)$')
  return owner, tonumber(since)
end
