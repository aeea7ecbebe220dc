import type { Redis } from 'ioredis';
import type { BenchRedis } from '../processes/redis.ts';

/** Bytes in Redis for each live vote. */
export interface Memory {
  /** Differences of `used_memory`: the locks, the log entries, and totals, days and windows. */
  readonly lockBytes: number;
  readonly logBytes: number;
  readonly otherBytes: number;
  /** As MEMORY USAGE has it, without the tables that hold all keys. */
  readonly sampledLockBytes: number;
  readonly sampledLogBytes: number;
  readonly exampleLock: string;
}

interface FoundKeys {
  readonly lockCount: number;
  /** Random ones, as all of them may be too many for this process. */
  readonly someLocks: readonly string[];
  /** All others, by what their first word says that they are. */
  readonly others: ReadonlyMap<string, readonly string[]>;
}

const SCAN_COUNT = 5000;
const SAMPLES = 1000;
const OTHER_KINDS = ['totals', 'days', 'window'];

/**
 * Takes the votes away kind by kind and looks what Redis gives back. Nothing of them is left afterwards but the locks.
 *
 * @throws Error when there is not exactly one lock and one log entry a vote.
 */
export async function measureMemory(
  redis: BenchRedis,
  filled: { readonly emptyBytes: number; readonly votes: number },
): Promise<Memory> {
  const { client } = redis;
  const { emptyBytes, votes } = filled;
  const { lockCount, someLocks, others } = await scanKeys(client);
  const logs = others.get('log') ?? [];
  const entries = await sumOf(logs, (key) => client.xlen(key));
  if (lockCount !== votes || entries !== votes) {
    throw new Error(`${votes} votes left ${lockCount} locks and ${entries} log entries.`);
  }
  const sampledLogBytes = (await sumOf(logs, (key) => memoryUsage(client, key))) / votes;
  const sampledLockBytes = (await sumOf(someLocks, (key) => memoryUsage(client, key))) / someLocks.length;
  const fullBytes = await redis.usedBytes();
  await client.del(...logs);
  const withoutLogs = await redis.usedBytes();
  await client.del(...OTHER_KINDS.flatMap((kind) => others.get(kind) ?? []));
  const locksAlone = await redis.usedBytes();
  return {
    lockBytes: (locksAlone - emptyBytes) / votes,
    logBytes: (fullBytes - withoutLogs) / votes,
    otherBytes: (withoutLogs - locksAlone) / votes,
    sampledLockBytes,
    sampledLogBytes,
    exampleLock: `${someLocks[0]} = ${await client.get(someLocks[0] ?? '')}`,
  };
}

async function scanKeys(client: Redis): Promise<FoundKeys> {
  const others = new Map<string, string[]>();
  const someLocks: string[] = [];
  let lockCount = 0;
  let cursor = '0';

  function note(key: string): void {
    const kind = key.slice(0, key.indexOf(':'));
    if (kind === 'lock') {
      lockCount += 1;
      // Each lock is among the chosen with the same probability, however many there will be.
      const place = lockCount <= SAMPLES ? lockCount - 1 : Math.floor(Math.random() * lockCount);
      if (place < SAMPLES) someLocks[place] = key;
      return;
    }
    const known = others.get(kind);
    if (known === undefined) others.set(kind, [key]);
    else known.push(key);
  }

  do {
    const [next, found] = await client.scan(cursor, 'COUNT', SCAN_COUNT);
    for (const key of found) note(key);
    cursor = next;
  } while (cursor !== '0');
  return { lockCount, someLocks, others };
}

/** `SAMPLES 0` looks at every part of a key. */
async function memoryUsage(client: Redis, key: string): Promise<number> {
  const bytes = await client.memory('USAGE', key, 'SAMPLES', 0);
  if (bytes === null) throw new Error(`${key} is not there.`);
  return bytes;
}

async function sumOf(keys: readonly string[], measure: (key: string) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const key of keys) sum += await measure(key);
  return sum;
}
