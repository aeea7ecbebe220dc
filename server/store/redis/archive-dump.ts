import type { Account } from '../directory-store.ts';
import type { ArchiveRecord } from '../store-archive.ts';
import { accountIdPages } from './accounts.ts';
import type { ArchiveParts } from './archive.ts';
import { scanKeys } from './erase.ts';
import { accountKey, EVERY_LOCK, EVERY_WINDOW, logKey, SECRET_KEY, splitKey, totalsKey } from './keys.ts';
import { readLockText } from './lock-text.ts';
import { readTable } from './table-pages.ts';
import { readLogPage } from './vote-replies.ts';

const MINUTE_MS = 60_000;
const LOG_PAGE = 1_000;

type Dump = AsyncGenerator<ArchiveRecord>;

/** Account by account, then the locks and minutes of all, which only a walk over every key finds. What is over is left out. */
export async function* dumpRecords(parts: ArchiveParts): Dump {
  const { connection, directory } = parts;
  const { client, run } = connection;
  const fingerprint = await run(() => client.get(SECRET_KEY));
  if (fingerprint !== null) yield { type: 'secret', fingerprint };
  const ids: string[] = [];
  for await (const page of accountIdPages(connection)) ids.push(...page);
  const dumped = new Set<string>();
  for (const id of ids.sort()) {
    const account = await directory.findAccount(id);
    if (account === null) continue;
    dumped.add(id);
    yield* dumpAccount(parts, account);
  }
  yield* dumpMinutes(parts, dumped);
  yield* dumpLocks(parts, dumped);
}

async function* dumpAccount({ connection, directory, votes }: ArchiveParts, account: Account): Dump {
  const { client, run } = connection;
  const accountId = account.id;
  const lastServerNum = Number(await run(() => client.hget(accountKey(accountId), 'lastServerNum')));
  yield { type: 'account', account, lastServerNum };
  for (const server of await directory.listServers(accountId)) yield { type: 'server', server };
  for (const key of await directory.listKeys(accountId)) yield { type: 'key', key };
  for (const site of await directory.listSites(accountId)) yield { type: 'site', site };
  const totals = await readTable(connection, totalsKey(accountId));
  for (const [num, total] of totals) {
    const serverNum = Number(num);
    if (Number(total) === 0) continue;
    yield { type: 'total', accountId, serverNum, votes: Number(total) };
    for (const day of await votes.readDays(accountId, serverNum)) yield { type: 'day', accountId, serverNum, ...day };
  }
  yield* dumpLog(connection, accountId);
}

/** The stream as it is: `readLog` hides what is older than this process believes the log to be kept. */
async function* dumpLog({ client, run }: ArchiveParts['connection'], accountId: string): Dump {
  let from = '-';
  for (;;) {
    const page = readLogPage(await run(() => client.xrange(logKey(accountId), from, '+', 'COUNT', LOG_PAGE)));
    for (const vote of page) yield { type: 'vote', accountId, vote };
    const last = page.at(-1);
    if (last === undefined) return;
    from = `(${last.voteId}`;
  }
}

async function* dumpMinutes({ connection, nowMs }: ArchiveParts, dumped: ReadonlySet<string>): Dump {
  const { client, run } = connection;
  for await (const keys of eachOnce(scanKeys(connection, EVERY_WINDOW), dumped)) {
    const lists = await Promise.all(keys.map((key) => run(() => client.lrange(key, 0, -1))));
    for (const [index, key] of keys.entries()) {
      const timesMs = (lists[index] ?? []).map(Number).filter((timeMs) => timeMs > nowMs() - MINUTE_MS);
      const { accountId, rest } = splitKey(key);
      if (timesMs.length > 0) yield { type: 'window', accountId, keyId: rest.join(':'), timesMs };
    }
  }
}

async function* dumpLocks({ connection, nowMs }: ArchiveParts, dumped: ReadonlySet<string>): Dump {
  const { client, run } = connection;
  for await (const keys of eachOnce(scanKeys(connection, EVERY_LOCK), dumped)) {
    const texts = await Promise.all(keys.map((key) => run(() => client.get(key))));
    for (const [index, key] of keys.entries()) {
      const text = texts[index];
      if (typeof text !== 'string') continue;
      const lock = readLockText(key, text);
      if (lock.nextVoteAtMs > nowMs()) yield { type: 'lock', lock };
    }
  }
}

/** Keys of accounts that are there. One that a page brings twice is kept once; over pages a load does not mind. */
async function* eachOnce(pages: AsyncGenerator<string[]>, dumped: ReadonlySet<string>): AsyncGenerator<string[]> {
  for await (const page of pages) yield [...new Set(page)].filter((key) => dumped.has(splitKey(key).accountId));
}
