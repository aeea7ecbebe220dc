import { randomUUID } from 'node:crypto';
import type { ServerRecord } from '../directory-store.ts';
import type { RedisConnection } from './connection.ts';
import { accountKey, answerKey, namesKey, serversKey, slugsKey, totalsKey } from './keys.ts';
import { readTagged } from './scripts.ts';
import { readServerRecord } from './server-record.ts';

/** The server of this id, if it is in this account. */
export async function readServer(
  { client, run }: RedisConnection,
  accountId: string,
  id: string,
): Promise<ServerRecord | null> {
  const record = await run(() => client.hget(serversKey(accountId), id));
  return record === null ? null : readServerRecord(accountId, id, record);
}

/** Takes this very server out of its account, so that nobody can vote for it; with `without_votes` not when it has some. */
export async function removeServer(
  { client, run }: RedisConnection,
  { accountId, id, num }: Pick<ServerRecord, 'accountId' | 'id' | 'num'>,
  which: 'any' | 'without_votes',
): Promise<'removed' | 'absent' | 'has_votes'> {
  const keys = [serversKey, slugsKey, namesKey, totalsKey, accountKey].map((keyOf) => keyOf(accountId));
  keys.push(answerKey(accountId, randomUUID()));
  const [tag] = readTagged(await run(() => client.removeServer(keys.length, ...keys, id, num, which, randomUUID())));
  if (tag === 'removed' || tag === 'absent' || tag === 'has_votes') return tag;
  throw new Error(`remove-server.lua answered ${JSON.stringify(tag)}`);
}
