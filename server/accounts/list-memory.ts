import { LRUCache } from 'lru-cache';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { DirectoryStore, ServerRecord } from '../store/directory-store.ts';
import { type ListedName, readListedName } from '../store/listed-name.ts';
import type { MemoryParts } from './account-revisions.ts';

interface Recalled {
  readonly value: ServerRecord | null;
  readonly freshUntilMs: number;
}

/** What memory has of single servers. */
interface ServerMemory {
  readonly recall: (accountId: string, name: ListedName) => Recalled | undefined;
  /** @param revision of its account, known before the server was asked for. */
  readonly learn: (name: ListedName, server: ServerRecord, revision: string | null) => void;
}

interface KnownList {
  readonly accountId: string;
  readonly servers: readonly ServerRecord[];
  /** Changes that were seen before. */
  readonly changes: number;
  readonly freshUntilMs: number;
}

/** Servers of all lists that are kept. */
const MAX_SERVERS = 20_000;

/**
 * Recalls the servers of a list. Visitors of a page ask for the same list one after the other, and to look twenty servers up takes
 * a tenth of the processor time of an answer: the servers of a list that is frozen are kept with it for as long as each would be.
 * Any change of any account makes all be looked up again, as changes are rare and each costs a list one look.
 */
export function createListMemory(
  parts: MemoryParts,
  memory: ServerMemory,
): Pick<DirectoryReader, 'recallList' | 'loadList'> {
  const { directory, nowMs } = parts;
  const lists = new LRUCache<readonly string[], KnownList>({
    maxSize: MAX_SERVERS,
    sizeCalculation: ({ servers }) => servers.length + 1,
  });
  const countChanges = changeCounter(directory);

  function lookUp(accountId: string, names: readonly string[]): KnownList | undefined {
    const servers: ServerRecord[] = [];
    let freshUntilMs = Number.POSITIVE_INFINITY;
    for (const name of names) {
      const known = memory.recall(accountId, readListedName(name));
      const server = known?.value;
      if (known === undefined || server?.accountId !== accountId) return undefined;
      servers.push(server);
      freshUntilMs = Math.min(freshUntilMs, known.freshUntilMs);
    }
    return { accountId, servers, changes: countChanges(), freshUntilMs };
  }

  function recallList(accountId: string, names: readonly string[]): readonly ServerRecord[] | undefined {
    directory.noticeChanges();
    const before = lists.get(names);
    const isKnown =
      before?.accountId === accountId && before.changes === countChanges() && nowMs() < before.freshUntilMs;
    if (before !== undefined && isKnown) return before.servers;
    const found = lookUp(accountId, names);
    if (found !== undefined && Object.isFrozen(names)) {
      Object.freeze(found.servers);
      lists.set(names, found);
    }
    return found?.servers;
  }

  return { recallList, loadList: createListLoader(parts, memory) };
}

/**
 * Asks for the servers of a list that memory has not, all of them at once: one by one each costs the store two questions. Where
 * memory has them and only their time is over, the revision of the account says whether they are as they were.
 * Visitors who come together for the same list wait for one answer, unless something changed meanwhile.
 */
function createListLoader({ directory, revisions }: MemoryParts, memory: ServerMemory): DirectoryReader['loadList'] {
  const loading = new Map<string, Promise<boolean>>();
  const countChanges = changeCounter(directory);
  directory.onChange(() => loading.clear());

  async function load(accountId: string, names: readonly ListedName[]): Promise<boolean> {
    const before = countChanges();
    const revision = revisions.recall(accountId)?.revision ?? null;
    const servers = await directory.findListedServers(accountId, names);
    // An answer that began before a change may be older than the change.
    if (before !== countChanges()) return false;
    for (const [index, name] of names.entries()) {
      const server = servers[index];
      if (server) memory.learn(name, server, revision);
    }
    return servers.some((server) => server !== null);
  }

  return async (accountId, names) => {
    const isUnknown = (name: ListedName) => memory.recall(accountId, name) === undefined;
    const wanted = names.map(readListedName).filter(isUnknown);
    if (wanted.length === 0) return false;
    await revisions.renew(accountId);
    const unknown = wanted.filter(isUnknown);
    if (unknown.length === 0) return true;
    const key = JSON.stringify([accountId, unknown]);
    const pending = loading.get(key) ?? load(accountId, unknown);
    loading.set(key, pending);
    try {
      return await pending;
    } finally {
      if (loading.get(key) === pending) loading.delete(key);
    }
  };
}

/** Counts the changes of any account from now on. */
function changeCounter(directory: DirectoryStore): () => number {
  let changes = 0;
  directory.onChange(() => {
    changes += 1;
  });
  return () => changes;
}
