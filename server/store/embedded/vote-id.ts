/** A vote id has the form `<milliseconds>-<sequence>`, as the entries of a Redis stream have. */
export interface VoteId {
  readonly ms: number;
  readonly seq: number;
}

export function formatVoteId({ ms, seq }: VoteId): string {
  return `${ms}-${seq}`;
}

/** @throws Error when the text has another form. */
export function parseVoteId(text: string): VoteId {
  const match = /^(\d{1,16})-(\d{1,16})$/.exec(text);
  if (match === null)
    throw new Error(`${JSON.stringify(text)} is no vote id; it has the form <milliseconds>-<sequence>.`);
  return { ms: Number(match[1]), seq: Number(match[2]) };
}

/** The next id of an account. It grows also while the clock goes back. */
export function nextVoteId(last: VoteId, nowMs: number): VoteId {
  return nowMs > last.ms ? { ms: nowMs, seq: 0 } : { ms: last.ms, seq: last.seq + 1 };
}

export function isLater(one: VoteId, other: VoteId): boolean {
  return one.ms > other.ms || (one.ms === other.ms && one.seq > other.seq);
}
