-- Put before other scripts. The lock that a counted vote leaves: one string of six words,
--   <vote id> <nextVoteAt minus the milliseconds of the vote id> <total after the vote> <idempotency> <attempt>
-- where idempotency may be empty. Stored times decide; the expiry of the key only cleans up.

local function parse_lock(text)
  local ms, sequence, wait, total, idempotency, attempt =
    string.match(text, '^(%d+)%-(%d+) (%-?%d+) (%d+) (%S*) (%S*)$')
  return {
    vote_id = ms .. '-' .. sequence,
    next_vote_at = tonumber(ms) + tonumber(wait),
    total = tonumber(total),
    idempotency = idempotency,
    attempt = attempt,
  }
end
