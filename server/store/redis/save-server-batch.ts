import { randomUUID } from 'node:crypto';
import type { SavedServer, ServerDraft } from '../directory-store.ts';
import type { DirectoryParts } from './directory-store.ts';
import { accountKey, answerKey, namesKey, serverPointer, serversKey, slugsKey, totalsKey } from './keys.ts';
import type { Claim } from './pointers.ts';
import { readTagged } from './scripts.ts';
import { readServer, removeServer } from './server-access.ts';
import { serverWords } from './server-record.ts';

/** What save-servers.lua says of one server. */
export interface WrittenServer {
  readonly id: string;
  readonly status: 'created' | 'updated' | 'unchanged' | 'slug_taken';
  readonly num: number;
  readonly createdAt: string;
}

/**
 * Claims the ids, writes what the account may write, then confirms the claims of what is there and gives the others up.
 * When the write fails in a way that leaves open what became of it, the claims stay pending, so that a repetition finds them.
 *
 * @throws Error when there is no such account; nothing was changed then.
 */
export async function saveServerBatch(
  parts: DirectoryParts,
  accountId: string,
  drafts: readonly ServerDraft[],
): Promise<SavedServer[]> {
  const claims = await claimIds(parts, accountId, drafts);
  const own = drafts.filter((draft) => claims.get(draft.id) !== 'taken');
  const written = await writeServers(
    parts,
    accountId,
    own.map((draft) => serverWords(draft, '')),
  );
  const present = new Set((written ?? []).flatMap(({ id, status }) => (status === 'slug_taken' ? [] : [id])));
  const lost = await settleClaims(parts, accountId, { claims, present });
  if (written === null) throw new Error(`there is no account ${accountId}`);
  const queue = written.values();
  return drafts.map((draft) => {
    const answer = claims.get(draft.id) === 'taken' ? undefined : queue.next().value;
    if (answer === undefined || lost.has(draft.id)) return { status: 'owned_by_another' };
    const { status, num, createdAt } = answer;
    return status === 'slug_taken' ? { status } : { status, server: { ...draft, accountId, num, createdAt } };
  });
}

/** Runs save-servers.lua; `null` when there is no such account. */
export async function writeServers(
  { connection }: Pick<DirectoryParts, 'connection'>,
  accountId: string,
  servers: readonly (readonly (string | number)[])[],
): Promise<WrittenServer[] | null> {
  const keys = [accountKey, serversKey, slugsKey, namesKey, totalsKey].map((keyOf) => keyOf(accountId));
  keys.push(answerKey(accountId, randomUUID()));
  const reply = await connection.run(() =>
    connection.client.saveServers(keys.length, ...keys, randomUUID(), ...servers.flat()),
  );
  const [tag, ...words] = readTagged(reply);
  if (tag === 'no_account') return null;
  return servers.map(([id], index) => {
    const [status = '', num, createdAt = ''] = words.slice(3 * index, 3 * index + 3);
    return { id: String(id), status: statusOf(status), num: Number(num), createdAt };
  });
}

function statusOf(word: string): WrittenServer['status'] {
  if (word === 'created' || word === 'updated' || word === 'unchanged' || word === 'slug_taken') return word;
  throw new Error(`save-servers.lua answered ${JSON.stringify(word)}`);
}

async function claimIds(
  { connection, pointers }: DirectoryParts,
  accountId: string,
  drafts: readonly ServerDraft[],
): Promise<ReadonlyMap<string, Claim>> {
  const { client, run } = connection;
  const ids = [...new Set(drafts.map((draft) => draft.id))];
  const claims = ids.map(async (id): Promise<[string, Claim]> => {
    const holds = async (owner: string) => (await run(() => client.hexists(serversKey(owner), id))) === 1;
    return [id, await pointers.claim(serverPointer(id), accountId, holds)];
  });
  return new Map(await Promise.all(claims));
}

interface Outcome {
  readonly claims: ReadonlyMap<string, Claim>;
  /** Ids that the account has now. */
  readonly present: ReadonlySet<string>;
}

/** Ends the pending claims. Gives the ids that another account took over meanwhile; they are taken back here. */
async function settleClaims(
  parts: DirectoryParts,
  accountId: string,
  { claims, present }: Outcome,
): Promise<Set<string>> {
  const lost = new Set<string>();
  const settle = async ([id, claim]: [string, Claim]) => {
    if (claim !== 'pending') return;
    const pointer = serverPointer(id);
    if (!present.has(id)) await parts.pointers.release(pointer, accountId);
    else if (!(await parts.pointers.confirm(pointer, accountId))) {
      lost.add(id);
      await takeBack(parts, accountId, id);
    }
  };
  await Promise.all([...claims].map(settle));
  return lost;
}

async function takeBack(parts: DirectoryParts, accountId: string, id: string): Promise<void> {
  const server = await readServer(parts.connection, accountId, id);
  if (server !== null) await removeServer(parts.connection, server, 'any');
}
