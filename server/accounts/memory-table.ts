import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Soon } from '../soon.ts';
import { FRESH_MS, type MemoryParts } from './account-revisions.ts';

const ABSENT_FRESH_MS = 5_000;
/** How long something may be remembered without being read again, whatever the revision of its account says. */
const UNREAD_MS = 600_000;
const MAX_ENTRIES = 20_000;
/** Names longer than this come from attackers and would only fill the memory. */
const MAX_KEY_LENGTH = 512;

/** What a value is of. */
interface Source {
  /** The account it speaks of; `null` for something absent, which any change may have brought. */
  readonly accountId: string | null;
  /** One that the account had before it was read; `null` where none was known. */
  readonly revision: string | null;
}

interface Entry<Value> extends Source {
  readonly value: Value;
  readonly loadedAtMs: number;
  /** When it was last known to be so. */
  confirmedAtMs: number;
  freshUntilMs: number;
  /** A change of it may have been missed. */
  isDoubtful: boolean;
}

type Load<Value> = () => Promise<Value>;
type AccountOf<Value> = (value: Value) => string | null;

interface Table<Value> {
  find(key: string, load: Load<Value>, accountOf: AccountOf<Value>): Soon<Value>;
  /** What memory has of it; `undefined` where the store has to be asked. */
  recall(key: string): Entry<Value> | undefined;
  /** Takes in what the store has just said, where nothing has changed since it was asked. */
  learn(key: string, value: Value, source: Source): Value;
}

interface Question<Value> {
  readonly key: string;
  readonly load: Load<Value>;
  readonly accountOf: AccountOf<Value>;
}

/** @param staleMs how long something may serve on while the store is away. */
export function createTable<Value>(parts: MemoryParts, staleMs: number): Table<Value> {
  const { nowMs, revisions } = parts;
  const { entries, countChanges, confirm, recall, learn } = createEntries<Value>(parts);
  const loading = new Map<string, Promise<Value>>();
  parts.directory.onChange(() => loading.clear());

  async function reload({ key, load, accountOf }: Question<Value>, known: Entry<Value> | undefined): Promise<Value> {
    const before = countChanges();
    let revision: string | null = null;
    if (typeof known?.accountId === 'string') {
      await revisions.renew(known.accountId);
      if (before === countChanges() && confirm(known)) return known.value;
      revision = revisions.recall(known.accountId)?.revision ?? null;
    }
    const value = await load();
    // An answer that began before a change may be older than the change.
    if (before !== countChanges()) return value;
    // Where it is another account's by now, that has another revision, so that it is read once more.
    return learn(key, value, { accountId: accountOf(value), revision });
  }

  async function ask(question: Question<Value>, known: Entry<Value> | undefined): Promise<Value> {
    const { key } = question;
    const askedAtMs = nowMs();
    const pending = loading.get(key) ?? reload(question, known);
    loading.set(key, pending);
    try {
      return await pending;
    } catch (error) {
      if (known !== undefined && askedAtMs - known.confirmedAtMs < staleMs) return known.value;
      throw error;
    } finally {
      if (loading.get(key) === pending) loading.delete(key);
    }
  }

  function find(key: string, load: Load<Value>, accountOf: AccountOf<Value>): Soon<Value> {
    const known = recall(key);
    return known === undefined ? ask({ key, load, accountOf }, entries.get(key)) : known.value;
  }

  return { find, recall, learn };
}

function createEntries<Value>({ directory, nowMs, revisions }: MemoryParts) {
  const entries = new LRUCache<string, Entry<Value>>({ max: MAX_ENTRIES });
  let changes = 0;
  directory.onChange(({ accountId, isCertain }) => {
    changes += 1;
    for (const [key, entry] of entries.entries()) {
      if (accountId !== null && entry.accountId !== null && entry.accountId !== accountId) continue;
      if (isCertain || entry.accountId === null) entries.delete(key);
      else entry.isDoubtful = true;
    }
  });

  /**
   * Is it so because its account is as it was? After a doubt that says too little: a replica may have taken over that lacks the last
   * changes.
   */
  function confirm(entry: Entry<Value>): boolean {
    const { accountId, revision, loadedAtMs, isDoubtful } = entry;
    if (accountId === null || revision === null || isDoubtful) return false;
    const known = revisions.recall(accountId);
    if (known?.revision !== revision) return false;
    const freshUntilMs = Math.min(known.askedAtMs + FRESH_MS, loadedAtMs + UNREAD_MS);
    if (nowMs() >= freshUntilMs) return false;
    entry.confirmedAtMs = known.askedAtMs;
    entry.freshUntilMs = freshUntilMs;
    return true;
  }

  function recall(key: string): Entry<Value> | undefined {
    directory.noticeChanges();
    const known = entries.get(key);
    if (known === undefined) return undefined;
    const isFresh = !known.isDoubtful && nowMs() < known.freshUntilMs;
    return isFresh || confirm(known) ? known : undefined;
  }

  /** Most of what is asked for again is as it was: then it stays the same object, with what others keep by that. */
  function learn(key: string, value: Value, { accountId, revision }: Source): Value {
    const known = entries.get(key)?.value;
    const kept = isDeepStrictEqual(known, value) && known !== undefined ? known : value;
    const now = nowMs();
    const freshUntilMs = now + (accountId === null ? ABSENT_FRESH_MS : FRESH_MS);
    const times = { loadedAtMs: now, confirmedAtMs: now, freshUntilMs };
    if (key.length <= MAX_KEY_LENGTH)
      entries.set(key, { value: kept, accountId, revision, ...times, isDoubtful: false });
    return kept;
  }

  return { entries, countChanges: () => changes, confirm, recall, learn };
}
