import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { isList } from './read-query.ts';

/** Shorter ones are read as quickly as they are found again, and longer ones no page asks for. */
const [LONG, TOO_LONG] = [200, 10_000];
/** Characters of all queries that are remembered: some thousand lists of twenty servers. */
const MAX_CHARACTERS = 4_000_000;

/**
 * Puts memory in front of what reads a query: what comes of none is made once, and what comes of a list is kept for a while. What
 * is read is frozen, as many requests share it.
 */
export function rememberQueries(query: z.ZodObject, read: (url: string) => object): (url: string) => object {
  const readGiven = rememberLists(query, read);
  let ofNone: object | null = null;
  return (url) => {
    if (url.includes('?')) return readGiven(url);
    ofNone ??= freeze(read(''));
    return ofNone;
  };
}

/**
 * Puts bounded memory in front of what reads a query that is nothing but a list, as all visitors of a page ask for the same one,
 * and to read and check twenty servers takes a twentieth of the processor time of the answer. A query with anything else in
 * it, such as the address of a visitor, is never remembered.
 */
function rememberLists(query: z.ZodObject, read: (url: string) => object): (url: string) => object {
  const names = Object.keys(query.shape);
  if (names.length === 0 || !names.every((name) => isList(query.shape[name]))) return read;
  const known = new LRUCache<string, object>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_value, text) => text.length,
  });
  const onlyLists = new RegExp(`^((${names.join('|')})=[^&#]*(&(?!$)|$))+$`);
  return (url) => {
    const at = url.indexOf('?');
    const length = url.length - at - 1;
    if (length < LONG || length > TOO_LONG) return read(url);
    const text = url.slice(at + 1);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (!onlyLists.test(text)) return read(url);
    // A copy: a part of a text keeps all of it in memory, here the address that a client has sent.
    const copy = Buffer.from(text, 'latin1').toString('latin1');
    const value = freeze(read(`?${copy}`));
    known.set(copy, value);
    return value;
  };
}

function freeze(value: object): object {
  for (const member of Object.values(value)) Object.freeze(member);
  return Object.freeze(value);
}
