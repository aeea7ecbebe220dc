import type { RedisConnection } from './connection.ts';
import { logKey } from './keys.ts';
import { readLogEntry } from './vote-replies.ts';

/** Keys that each step of a scan looks at, and log entries that each step reads. */
const STEP = 1_000;

/** Keys that match a pattern, in pages, from every node that takes writes. One may come twice while keys come and go. */
export async function* scanKeys(connection: RedisConnection, pattern: string): AsyncGenerator<string[]> {
  for (const node of connection.masters()) {
    let cursor = '0';
    do {
      const from = cursor;
      const [next, keys] = await connection.run(() => node.scan(from, 'MATCH', pattern, 'COUNT', STEP));
      if (keys.length > 0) yield keys;
      cursor = next;
    } while (cursor !== '0');
  }
}

/** Takes every key of one account that matches, in steps, so that nobody waits long meanwhile. */
export async function eraseKeys(connection: RedisConnection, pattern: string): Promise<void> {
  for await (const keys of scanKeys(connection, pattern)) {
    await connection.run(() => connection.client.unlink(...keys));
  }
}

/** Takes one server's entries out of its account's log, in steps. */
export async function eraseLogOf(connection: RedisConnection, accountId: string, serverNum: number): Promise<void> {
  const { client, run } = connection;
  const log = logKey(accountId);
  let from = '-';
  for (;;) {
    const start = from;
    const entries = await run(() => client.xrange(log, start, '+', 'COUNT', STEP));
    const ids = entries.flatMap(([id, fields]) => (readLogEntry(id, fields).serverNum === serverNum ? [id] : []));
    if (ids.length > 0) await run(() => client.xdel(log, ...ids));
    const last = entries.at(-1);
    if (last === undefined || entries.length < STEP) return;
    from = `(${last[0]}`;
  }
}
