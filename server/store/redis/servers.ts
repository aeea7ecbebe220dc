import type { DirectoryStore, SavedServer, ServerRecord } from '../directory-store.ts';
import type { ListedName } from '../listed-name.ts';
import type { DirectoryParts } from './directory-store.ts';
import { namesKey, serverPointer, serversKey, slugsKey } from './keys.ts';
import { patient } from './patience.ts';
import { createPointers } from './pointers.ts';
import { saveServerBatch } from './save-server-batch.ts';
import { readServer } from './server-access.ts';
import { nameField, readServerRecord, slugField } from './server-record.ts';
import { pagesOf, readFields, readTable } from './table-pages.ts';

type ServerStore = Pick<
  DirectoryStore,
  'saveServers' | 'findServer' | 'findServerBySlug' | 'findListedServers' | 'findServersByName' | 'listServers'
>;

/** Servers that one script writes: it holds Redis up for a few milliseconds at most. */
const BATCH = 200;
/** Servers of one name that are asked for at once. */
const NAME_PAGE = 500;

export function createServerStore(parts: DirectoryParts): ServerStore {
  const { connection, pointers, announce } = parts;
  const { client, run } = connection;
  const waiting = patient(connection);
  const patientParts = { ...parts, connection: waiting, pointers: createPointers(waiting) };

  return {
    async saveServers(accountId, drafts) {
      const saved: SavedServer[] = [];
      try {
        for (const batch of pagesOf(drafts, BATCH))
          saved.push(...(await saveServerBatch(patientParts, accountId, batch)));
      } finally {
        // What was saved before a fault has changed, too.
        if (saved.some(({ status }) => status === 'created' || status === 'updated')) await announce(accountId);
      }
      return saved;
    },
    async findServer(id) {
      const owner = await pointers.read(serverPointer(id));
      return owner === null ? null : readServer(connection, owner, id);
    },
    async findServerBySlug(accountId, slug) {
      const id = await run(() => client.hget(slugsKey(accountId), slugField(slug)));
      const server = id === null ? null : await readServer(connection, accountId, id);
      return server?.slug === slug ? server : null;
    },
    findListedServers: (accountId, names) => findListed(parts, accountId, names),
    async findServersByName(accountId, name) {
      const servers: ServerRecord[] = [];
      const prefix = `${nameField(name)}\n`;
      let from = `[${prefix}`;
      for (;;) {
        const members = await run(() =>
          client.zrange(namesKey(accountId), from, `(${prefix}\x7f`, 'BYLEX', 'LIMIT', 0, NAME_PAGE),
        );
        const ids = members.map((member) => member.slice(prefix.length));
        const records = await readFields(connection, serversKey(accountId), ids);
        for (const [index, id] of ids.entries()) {
          const record = records[index];
          if (typeof record === 'string') servers.push(readServerRecord(accountId, id, record));
        }
        const last = members.at(-1);
        if (last === undefined || members.length < NAME_PAGE) return servers.sort(byNum);
        from = `(${last}`;
      }
    },
    async listServers(accountId) {
      const table = await readTable(connection, serversKey(accountId));
      return [...table].map(([id, record]) => readServerRecord(accountId, id, record)).sort(byNum);
    },
  };
}

async function findListed(
  { connection, pointers }: DirectoryParts,
  accountId: string,
  names: readonly ListedName[],
): Promise<(ServerRecord | null)[]> {
  const slugs = names.flatMap((name) => ('slug' in name ? [slugField(name.slug)] : []));
  // Of an id its pointer says whose it is: a move that broke off leaves a record in the other account.
  const owners = Promise.all(names.map((name) => ('id' in name ? pointers.read(serverPointer(name.id)) : accountId)));
  const [idsOfSlugs, ownerOf] = await Promise.all([readFields(connection, slugsKey(accountId), slugs), owners]);
  let slug = 0;
  const ids = names.map((name) => ('id' in name ? name.id : (idsOfSlugs[slug++] ?? '')));
  const records = await readFields(connection, serversKey(accountId), ids);
  return names.map((name, index) => {
    const [id, record] = [ids[index], records[index]];
    if (id === undefined || typeof record !== 'string' || ownerOf[index] !== accountId) return null;
    const server = readServerRecord(accountId, id, record);
    return 'id' in name || server.slug === name.slug ? server : null;
  });
}

function byNum(one: ServerRecord, other: ServerRecord): number {
  return one.num - other.num;
}
