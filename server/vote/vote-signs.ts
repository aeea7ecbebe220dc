import { comesFromFew, MANY_VOTES } from '../few-networks.ts';
import type { VoteAttempt, VoteOutcome } from '../store/vote-store.ts';

/** Something about the votes of an hour that an operator should look into. */
export type VoteSign =
  /** One voter was refused again and again: as a rule a proxy that nobody told us of. */
  | { readonly kind: 'often_refused' }
  /** Most votes of a key came from a handful of networks. */
  | { readonly kind: 'few_networks'; readonly keyId: string }
  /** A key was near the end of its quota, or at it. */
  | { readonly kind: 'scarce_quota'; readonly keyId: string };

const HOUR_MS = 3_600_000;
const MANY_REFUSALS = 100;
const SCARCE_SHARE = 0.1;
/** So many voters and networks are counted apart; in an hour with more than that, those that come later are not. */
const MAX_COUNTED = 100_000;
/** How often the networks of a key are looked at: after so many more of its votes. */
const LOOK_EVERY = 50;

/** The votes of one key in this hour. */
interface KeyHour {
  votes: number;
  readonly networks: Map<string, number>;
}

/** Counts what this process decided, hour by hour, and tells each sign once an hour. */
export class VoteSigns {
  readonly #tell: (sign: VoteSign) => void;
  readonly #refusals = new Map<string, number>();
  readonly #keys = new Map<string, KeyHour>();
  readonly #told = new Set<string>();
  #hour = -1;
  #counted = 0;

  constructor(tell: (sign: VoteSign) => void) {
    this.#tell = tell;
  }

  note(attempt: VoteAttempt, outcome: VoteOutcome): void {
    this.#beginHour(Math.floor(outcome.nowMs / HOUR_MS));
    const { limit, remaining } = outcome.window;
    if (outcome.status === 'rate_limited' || (outcome.status === 'counted' && remaining <= limit * SCARCE_SHARE)) {
      this.#tellOnce({ kind: 'scarce_quota', keyId: attempt.keyId });
    }
    if (outcome.status === 'already_voted') this.#noteRefusal(attempt.voters[0] ?? '');
    if (outcome.status === 'counted') this.#noteVote(attempt);
  }

  #beginHour(hour: number): void {
    if (hour === this.#hour) return;
    this.#hour = hour;
    this.#counted = 0;
    for (const counts of [this.#refusals, this.#keys, this.#told]) counts.clear();
  }

  #noteRefusal(voter: string): void {
    const refusals = this.#increase(this.#refusals, voter);
    if (refusals === MANY_REFUSALS) this.#tellOnce({ kind: 'often_refused' });
  }

  #noteVote({ keyId, network }: VoteAttempt): void {
    const key = this.#keys.get(keyId) ?? { votes: 0, networks: new Map<string, number>() };
    this.#keys.set(keyId, key);
    key.votes += 1;
    this.#increase(key.networks, network);
    if (key.votes >= MANY_VOTES && key.votes % LOOK_EVERY === 0 && comesFromFew(key.votes, key.networks)) {
      this.#tellOnce({ kind: 'few_networks', keyId });
    }
  }

  #increase(counts: Map<string, number>, name: string): number {
    const known = counts.get(name);
    if (known === undefined && this.#counted >= MAX_COUNTED) return 0;
    if (known === undefined) this.#counted += 1;
    counts.set(name, (known ?? 0) + 1);
    return (known ?? 0) + 1;
  }

  #tellOnce(sign: VoteSign): void {
    const name = `${sign.kind} ${'keyId' in sign ? sign.keyId : ''}`;
    if (this.#told.has(name)) return;
    this.#told.add(name);
    this.#tell(sign);
  }
}
