/** Whose minutes, and after which time of the clock. */
export interface MinuteQuery {
  readonly account: number;
  readonly afterMs: number;
}

/**
 * The votes of an account that count in the minute of a key, by the number of the key: what the log tells and what it does not.
 * The id of a vote is never behind the clock, so that the log is read from one place on.
 */
export const SELECT_MINUTE = `
  SELECT key, ms - ahead_ms AS ms, 1 AS votes FROM votes
  WHERE account = $account AND ms > $afterMs AND ms - ahead_ms > $afterMs AND key IS NOT NULL
  UNION ALL SELECT key, ms, votes FROM minutes WHERE account = $account AND ms > $afterMs`;

/**
 * Keeps what a part of the log tells of minutes, before it is taken away. What counts in a minute is less than a minute older
 * than the newest id of the account, which is noted with it by then.
 */
export const KEEP_MINUTES = `
  INSERT INTO minutes
    SELECT account, key, ms - ahead_ms, count(*) FROM votes
    WHERE account = $account AND (ms, seq) > ($afterMs, $afterSeq) AND (ms, seq) <= ($ms, $seq) AND server = $server
      AND key IS NOT NULL AND ms > (SELECT last_vote_ms - 60000 FROM accounts WHERE num = $account)
    GROUP BY key, ms - ahead_ms
  ON CONFLICT DO UPDATE SET votes = votes + excluded.votes`;
