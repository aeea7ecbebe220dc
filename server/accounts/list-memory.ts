import { LRUCache } from 'lru-cache';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { DirectoryStore, ServerRecord } from '../store/directory-store.ts';
import { readListedName } from '../store/listed-name.ts';

interface Recalled {
  readonly value: ServerRecord | null;
  readonly freshUntilMs: number;
}

/** What memory has of single servers. */
interface ServerMemory {
  readonly byId: (id: string) => Recalled | undefined;
  readonly bySlug: (accountId: string, slug: string) => Recalled | undefined;
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
): DirectoryReader['recallList'] {
  const lists = new LRUCache<readonly string[], KnownList>({
    maxSize: MAX_SERVERS,
    sizeCalculation: ({ servers }) => servers.length + 1,
  });
  let changes = 0;
  directory.onChange(() => {
    changes += 1;
  });

  function lookUp(accountId: string, names: readonly string[]): KnownList | undefined {
    const servers: ServerRecord[] = [];
    let freshUntilMs = Number.POSITIVE_INFINITY;
    for (const name of names) {
      const listed = readListedName(name);
      const known = 'id' in listed ? memory.byId(listed.id) : memory.bySlug(accountId, listed.slug);
      const server = known?.value;
      if (known === undefined || server?.accountId !== accountId) return undefined;
      servers.push(server);
      freshUntilMs = Math.min(freshUntilMs, known.freshUntilMs);
    }
    return { accountId, servers, changes, freshUntilMs };
  }

  return (accountId, names) => {
    directory.noticeChanges();
    const before = lists.get(names);
    const isKnown = before?.accountId === accountId && before.changes === changes && nowMs() < before.freshUntilMs;
    if (before !== undefined && isKnown) return before.servers;
    const found = lookUp(accountId, names);
    if (found !== undefined && Object.isFrozen(names)) {
      Object.freeze(found.servers);
      lists.set(names, found);
    }
    return found?.servers;
  };
}
