import type { DirectoryStore, ServerRecord } from '../directory-store.ts';
import type { DirectoryParts } from './directory-store.ts';
import { eraseKeys, eraseLogOf } from './erase.ts';
import { accountKey, DELETING_KEY, daysKey, locksPattern, serverPointer, totalsKey } from './keys.ts';
import { writeServers } from './save-server-batch.ts';
import { readServer, removeServer } from './server-access.ts';
import { serverWords } from './server-record.ts';

/** Takes servers out of their accounts: for good, or to another account. */
export function createServerMoves(parts: DirectoryParts): Pick<DirectoryStore, 'deleteServer' | 'assignServer'> {
  const { connection, pointers } = parts;
  const { client, run } = connection;
  return {
    async deleteServer(id) {
      const unfinished = await run(() => client.hget(DELETING_KEY, id));
      if (unfinished !== null) {
        const [accountId = '', num] = unfinished.split(' ');
        await finishDeletion(parts, { accountId, id, num: Number(num) });
      }
      const owner = await pointers.read(serverPointer(id));
      const server = owner === null ? null : await readServer(connection, owner, id);
      if (server === null) return unfinished !== null;
      await run(() => client.hset(DELETING_KEY, id, `${server.accountId} ${server.num}`));
      await finishDeletion(parts, server);
      return true;
    },
    async assignServer(id, accountId) {
      const from = await pointers.read(serverPointer(id));
      if (from === null || !(await isThere(parts, accountId))) return 'not_found';
      const server = await readServer(connection, from, id);
      if (server === null) return finishMove(parts, { from, to: accountId, id });
      if (from === accountId) return 'moved';
      return move(parts, server, accountId);
    },
  };
}

type Place = Pick<ServerRecord, 'accountId' | 'id' | 'num'>;

/** Access first, then what the votes left behind; the note in DELETING_KEY goes last, so that a repetition goes on here. */
async function finishDeletion({ connection, pointers, announce }: DirectoryParts, place: Place): Promise<void> {
  const { client, run } = connection;
  const { accountId, id, num } = place;
  const now = await readServer(connection, accountId, id);
  // A server of the same id that was made after a deletion broke off keeps its pointer.
  if (now === null || now.num === num) {
    await pointers.reopen(serverPointer(id), accountId);
    await removeServer(connection, place, 'any');
    await pointers.release(serverPointer(id), accountId);
  }
  await announce(accountId);
  await eraseKeys(connection, locksPattern(accountId, num));
  await run(() => client.unlink(daysKey(accountId, num)));
  await eraseLogOf(connection, accountId, num);
  await run(() => client.hdel(DELETING_KEY, id));
}

async function isThere({ connection }: DirectoryParts, accountId: string): Promise<boolean> {
  const [username, deleting] = await connection.run(() =>
    connection.client.hmget(accountKey(accountId), 'username', 'deleting'),
  );
  return typeof username === 'string' && deleting === null;
}

type Moved = 'moved' | 'not_found' | 'has_votes' | 'slug_taken';

/** Written there first, then taken away here unless it has votes by now, then the pointer: a server is never nowhere. */
async function move(parts: DirectoryParts, server: ServerRecord, to: string): Promise<Moved> {
  const { connection } = parts;
  const { accountId: from, id, num } = server;
  const votes = await connection.run(() => connection.client.hget(totalsKey(from), String(num)));
  if (Number(votes) > 0) return 'has_votes';
  const [written] = (await writeServers(parts, to, [serverWords(server, '')])) ?? [];
  if (written === undefined) return 'not_found';
  if (written.status === 'slug_taken') return 'slug_taken';
  const removed = await removeServer(connection, server, 'without_votes');
  if (removed === 'removed') return finishMove(parts, { from, to, id });
  await removeServer(connection, { accountId: to, id, num: written.num }, 'any');
  return removed === 'has_votes' ? 'has_votes' : 'not_found';
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly id: string;
}

/** Hands the pointer over. A move that broke off before this step is finished by asking for it again. */
async function finishMove({ connection, pointers, announce }: DirectoryParts, { from, to, id }: Move): Promise<Moved> {
  if (from === to || (await readServer(connection, to, id)) === null) return 'not_found';
  if (!(await pointers.move(serverPointer(id), from, to))) return 'not_found';
  await announce(from);
  await announce(to);
  return 'moved';
}
