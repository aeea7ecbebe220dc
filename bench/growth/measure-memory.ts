import type { Redis } from 'ioredis';
import type { BenchRedis } from '../processes/redis.ts';
import { mean } from '../statistics.ts';

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

/** What the first word of a key says that it is. */
type KeysByKind = ReadonlyMap<string, readonly string[]>;

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
  const keys = await scanKeys(client);
  const locks = keys.get('lock') ?? [];
  const logs = keys.get('log') ?? [];
  const entries = await sumOf(logs, (key) => client.xlen(key));
  if (locks.length !== votes || entries !== votes) {
    throw new Error(`${votes} votes left ${locks.length} locks and ${entries} log entries.`);
  }
  const sampledLogBytes = (await sumOf(logs, (key) => memoryUsage(client, key))) / votes;
  const sampledLockBytes = await sampleLocks(client, locks);
  const fullBytes = await redis.usedBytes();
  await client.del(...logs);
  const withoutLogs = await redis.usedBytes();
  await client.del(...OTHER_KINDS.flatMap((kind) => keys.get(kind) ?? []));
  const locksAlone = await redis.usedBytes();
  return {
    lockBytes: (locksAlone - emptyBytes) / votes,
    logBytes: (fullBytes - withoutLogs) / votes,
    otherBytes: (withoutLogs - locksAlone) / votes,
    sampledLockBytes,
    sampledLogBytes,
    exampleLock: `${locks[0]} = ${await client.get(locks[0] ?? '')}`,
  };
}

async function scanKeys(client: Redis): Promise<KeysByKind> {
  const keys = new Map<string, string[]>();
  let cursor = '0';
  do {
    const [next, found] = await client.scan(cursor, 'COUNT', SCAN_COUNT);
    for (const key of found) {
      const kind = key.slice(0, key.indexOf(':'));
      const known = keys.get(kind);
      if (known === undefined) keys.set(kind, [key]);
      else known.push(key);
    }
    cursor = next;
  } while (cursor !== '0');
  return keys;
}

async function sampleLocks(client: Redis, locks: readonly string[]): Promise<number> {
  const bytes: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    bytes.push(await memoryUsage(client, locks[Math.floor(Math.random() * locks.length)] ?? ''));
  }
  return mean(bytes);
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
