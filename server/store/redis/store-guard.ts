import { EvictionPolicyError, StoreUnavailableError } from '../store-errors.ts';
import type { RedisConnection, Warn } from './connection.ts';
import { isTooOld, mayEvict, type NodeFacts, readNodeFacts } from './node-facts.ts';

/** Keeps votes from a Redis that may forget them. */
export interface StoreGuard {
  /** Before each vote: `null` when the last look found all well, else a promise that rejects unless it is now. */
  requireSafety(): Promise<void> | null;
  /** Asks every node that takes writes. @throws StoreUnavailableError when none answers. */
  look(): Promise<Look>;
  close(): void;
}

export interface Look {
  /** Of each node that answered. */
  readonly facts: readonly NodeFacts[];
  /** How many did not. */
  readonly silent: number;
}

/** So long may a policy that evicts go unseen. */
const LOOK_EVERY_MS = 5_000;
const EVICTS =
  'Redis may evict locks when its memory is full, which would let voters vote again: set maxmemory-policy noeviction.';
const TOO_OLD = 'This Redis is too old: use Redis 7 or newer, or Valkey.';

/** Looks now, whenever the connection has come to be anew, and every few seconds. */
export async function openStoreGuard(connection: RedisConnection, warn: Warn): Promise<StoreGuard> {
  let state: 'unknown' | 'safe' | 'evicts' | 'too_old' = 'unknown';

  async function look(): Promise<Look> {
    const asked = connection.masters().map((node) => connection.run(() => node.info()));
    const answers = await Promise.allSettled(asked);
    const facts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [readNodeFacts(answer.value)] : []));
    if (facts.length === 0) await Promise.all(asked);
    const before = state;
    state = judge(facts);
    if (state === 'evicts' && before !== 'evicts') warn(EVICTS);
    if (state === 'too_old' && before !== 'too_old') warn(TOO_OLD);
    return { facts, silent: answers.length - facts.length };
  }

  async function lookQuietly(): Promise<void> {
    try {
      await look();
    } catch (error) {
      // The connection tells when Redis is away; whatever else keeps INFO from us has to be told here.
      if (connection.isReady()) warn('Redis does not tell how it is; the service needs the INFO command.', error);
    }
  }

  async function requireLook(): Promise<void> {
    if (state === 'unknown') await look();
    if (state === 'evicts') throw new EvictionPolicyError(EVICTS);
    if (state === 'too_old') throw new StoreUnavailableError(TOO_OLD);
    if (state === 'unknown') throw new StoreUnavailableError('No node of Redis is known yet.');
  }

  connection.onReady(() => void lookQuietly());
  const timer = setInterval(() => void lookQuietly(), LOOK_EVERY_MS);
  timer.unref();
  if (connection.isReady()) await lookQuietly();
  return {
    look,
    requireSafety: () => (state === 'safe' ? null : requireLook()),
    close: () => clearInterval(timer),
  };
}

function judge(facts: readonly NodeFacts[]): 'unknown' | 'safe' | 'evicts' | 'too_old' {
  if (facts.length === 0) return 'unknown';
  if (facts.some(isTooOld)) return 'too_old';
  return facts.some(mayEvict) ? 'evicts' : 'safe';
}
