import { LRUCache } from 'lru-cache';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { DirectoryStore, ServerRecord } from '../store/directory-store.ts';
import { type ListedName, readListedName } from '../store/listed-name.ts';

interface Recalled {
  readonly value: ServerRecord | null;
  readonly freshUntilMs: number;
}

/** What memory has of single servers. */
interface ServerMemory {
  readonly recall: (accountId: string, name: ListedName) => Recalled | undefined;
  readonly learn: (accountId: string, name: ListedName, server: ServerRecord) => void;
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
  directory: DirectoryStore,
  nowMs: () => number,
  memory: ServerMemory,
): Pick<DirectoryReader, 'recallList' | 'loadList'> {
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

  return { recallList, loadList: createListLoader(directory, memory) };
}

/**
 * Asks for the servers of a list that memory has not, all of them at once: one by one they cost the store two questions each.
 * Visitors who come together for the same list wait for one answer.
 */
function createListLoader(directory: DirectoryStore, memory: ServerMemory): DirectoryReader['loadList'] {
  const loading = new Map<string, Promise<void>>();
  const countChanges = changeCounter(directory);

  async function load(accountId: string, names: readonly string[]): Promise<void> {
    const unknown = names.map(readListedName).filter((name) => memory.recall(accountId, name) === undefined);
    if (unknown.length === 0) return;
    const before = countChanges();
    const servers = await directory.findListedServers(accountId, unknown);
    // An answer that began before a change may be older than the change.
    if (before !== countChanges()) return;
    for (const [index, name] of unknown.entries()) {
      const server = servers[index];
      if (server) memory.learn(accountId, name, server);
    }
  }

  return (accountId, names) => {
    const key = [accountId, ...names].join('\n');
    const pending = loading.get(key) ?? load(accountId, names).finally(() => loading.delete(key));
    loading.set(key, pending);
    return pending;
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
