import { LRUCache } from 'lru-cache';

/** Shorter ones are read as quickly as they are found again. */
const LONG = 200;
/** Characters of all queries that are remembered. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Puts bounded memory in front of what reads queries: all visitors of a page ask for the same list of servers, and to read and
 * check twenty of them takes longer than all else that is done with the request. What is read is frozen, as many requests share it.
 */
export function rememberQueries(read: (url: string) => object): (url: string) => object {
  const known = new LRUCache<string, object>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS / 100,
    sizeCalculation: (_value, text) => text.length,
  });
  return (url) => {
    const text = url.slice(url.indexOf('?') + 1);
    if (text.length < LONG) return read(url);
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = freeze(read(url));
    known.set(text, value);
    return value;
  };
}

function freeze(value: object): object {
  for (const member of Object.values(value)) Object.freeze(member);
  return Object.freeze(value);
}
