import { createHash } from 'node:crypto';
import type { Collection } from '../store/content-store.ts';
import type { ArchiveRecord } from '../store/store-archive.ts';

/** A record of an archive, or one of the content, which is kept apart from it. */
export type TalliedRecord =
  | ArchiveRecord
  | { readonly type: 'content'; readonly collection: Collection; readonly json: string };

interface Counted {
  count: number;
  digest: number;
}

const MODULUS = 2 ** 48;
const MINUTE_MS = 60_000;
/** Two stores may disagree about what time it is by so much. */
const CLOCKS_MINUTES = 10;

/**
 * Counts the records of a store by type, and sums a hash of each, so that two stores can be compared without holding
 * either. Locks are kept by the minute they end in, because some end between the two readings.
 */
export class ArchiveTally {
  readonly #types = new Map<TalliedRecord['type'], Counted>();
  readonly #lockMinutes = new Map<number, Counted>();
  #records = 0;

  get records(): number {
    return this.#records;
  }

  add(record: TalliedRecord): void {
    const digest = digestOf(record);
    this.#records += 1;
    addTo(this.#types, record.type, digest);
    if (record.type === 'lock') addTo(this.#lockMinutes, Math.floor(record.lock.nextVoteAtMs / MINUTE_MS), digest);
  }

  /** Records by type. */
  counts(): Record<string, number> {
    return Object.fromEntries([...this.#types].map(([type, { count }]) => [type, count]));
  }

  /**
   * What differs in a copy that was read until `nowMs`, a phrase each; empty when nothing does. A vote's minute is over
   * too soon to be compared; of the locks those count that end later.
   */
  differences(copy: ArchiveTally, nowMs: number): string[] {
    const types = [...new Set([...this.#types.keys(), ...copy.#types.keys()])];
    const lasting = types.filter((type) => type !== 'lock' && type !== 'window');
    const found = lasting.flatMap((type) => differenceOf(type, this.#types.get(type), copy.#types.get(type)));
    const live = Math.floor(nowMs / MINUTE_MS) + 1 + CLOCKS_MINUTES;
    return [...found, ...differenceOf('lock', this.#locksFrom(live), copy.#locksFrom(live))];
  }

  #locksFrom(minute: number): Counted {
    const sum = { count: 0, digest: 0 };
    for (const [ends, { count, digest }] of this.#lockMinutes) {
      if (ends < minute) continue;
      sum.count += count;
      sum.digest = (sum.digest + digest) % MODULUS;
    }
    return sum;
  }
}

function addTo<Key>(sums: Map<Key, Counted>, key: Key, digest: number): void {
  const sum = sums.get(key) ?? { count: 0, digest: 0 };
  sum.count += 1;
  sum.digest = (sum.digest + digest) % MODULUS;
  sums.set(key, sum);
}

function differenceOf(type: string, source: Counted | undefined, copy: Counted | undefined): string[] {
  const { count, digest } = source ?? { count: 0, digest: 0 };
  if (count !== (copy?.count ?? 0)) return [`${count} ${type} records were read and ${copy?.count ?? 0} are there`];
  return digest === (copy?.digest ?? 0) ? [] : [`some ${type} records are there with other content`];
}

/** The order of members is no content. */
function digestOf(record: TalliedRecord): number {
  return createHash('sha256').update(JSON.stringify(record, sortMembers)).digest().readUIntBE(0, 6);
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
