import type { StoreHealth } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import { isTooOld, mayEvict, type NodeFacts } from './node-facts.ts';
import type { StoreGuard } from './store-guard.ts';

export interface HealthParts {
  readonly connection: RedisConnection;
  readonly guard: StoreGuard;
  /** Clock of Redis minus clock of this process, in milliseconds. */
  readonly readSkew: () => Promise<number>;
}

const SKEW_WARN_MS = 10_000;
/** From here on the scripts refuse. */
const SKEW_REFUSE_MS = 600_000;
const MEMORY_WARN = 0.8;

/** Asks Redis how it is. Never rejects. The sentences have no changing figures, so that a log can tell what is new. */
export async function checkRedisHealth({ connection, guard, readSkew }: HealthParts): Promise<StoreHealth> {
  try {
    const [{ facts, silent }, skewMs] = await Promise.all([guard.look(), readSkew()]);
    const faults = [...facts.flatMap(faultsOf), ...clockFaults(skewMs)];
    if (facts.length === 0) faults.push('No node of Redis is known yet.');
    const warnings = [...facts.flatMap(warningsOf), ...clockWarnings(skewMs)];
    if (silent > 0)
      warnings.push('A master of the Cluster does not answer; votes of its accounts are refused until it does.');
    const notes = [...new Set([...faults, ...warnings])];
    return { ready: faults.length === 0, notes, skewMs, ...memoryOf(facts) };
  } catch (error) {
    const explained = connection.isReady() ? connection.explainFault(error) : connection.explainFault();
    const note = `Redis cannot be reached: ${explained}`;
    return { ready: false, notes: [note], skewMs: 0, usedBytes: null, maxBytes: null };
  }
}

function faultsOf(facts: NodeFacts): string[] {
  const faults: string[] = [];
  if (isTooOld(facts)) faults.push('Redis is too old: use Redis 7 or newer, or Valkey.');
  if (mayEvict(facts)) {
    faults.push(
      `Redis may evict locks (maxmemory-policy ${facts.evictionPolicy}), so voters could vote again: set it to noeviction.`,
    );
  }
  if (!facts.isMaster) faults.push('Redis is a replica, which takes no votes: let REDIS_URL name the master.');
  if (!facts.diskIsWell) faults.push('Redis cannot write to its disk: free some space there and see its log.');
  if (fullness(facts) >= 1) faults.push('The memory of Redis is full: raise maxmemory or lower VOTE_LOG_DAYS.');
  return faults;
}

function warningsOf(facts: NodeFacts): string[] {
  const warnings: string[] = [];
  const used = fullness(facts);
  if (used >= MEMORY_WARN && used < 1) {
    warnings.push('Redis uses more than 80 % of its maxmemory: raise maxmemory or lower VOTE_LOG_DAYS.');
  }
  if (!facts.keepsEveryWrite) {
    warnings.push('Redis keeps no append-only file, so a crash of it can lose votes: set appendonly yes.');
  }
  return warnings;
}

function clockFaults(skewMs: number): string[] {
  return Math.abs(skewMs) > SKEW_REFUSE_MS
    ? ['The clocks of Redis and of this process differ by more than 10 minutes: set both right, best by NTP.']
    : [];
}

function clockWarnings(skewMs: number): string[] {
  const skew = Math.abs(skewMs);
  return skew > SKEW_WARN_MS && skew <= SKEW_REFUSE_MS
    ? ['The clocks of Redis and of this process differ by more than 10 s: set both right, best by NTP.']
    : [];
}

/** Of the fullest node, because that one refuses first. */
function memoryOf(facts: readonly NodeFacts[]): { usedBytes: number | null; maxBytes: number | null } {
  const [fullest] = [...facts].sort((one, other) => fullness(other) - fullness(one) || other.usedBytes - one.usedBytes);
  return { usedBytes: fullest?.usedBytes ?? null, maxBytes: fullest?.maxBytes ?? null };
}

function fullness({ usedBytes, maxBytes }: NodeFacts): number {
  return maxBytes === null ? 0 : usedBytes / maxBytes;
}
