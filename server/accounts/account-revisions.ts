import { LRUCache } from 'lru-cache';
import type { DirectoryStore } from '../store/directory-store.ts';

/** How long what is remembered may go without a question to the store: a change that was missed is seen after it. */
export const FRESH_MS = 30_000;
const MAX_ACCOUNTS = 20_000;

interface KnownRevision {
  /** `null` where the account has none. */
  readonly revision: string | null;
  readonly askedAtMs: number;
}

/**
 * Tells by one question to the store whether all that is remembered of an account is still so. A revision is that of some
 * moment: what was read from the store after it was asked for is current while it is the same.
 */
interface AccountRevisions {
  /** The last one that is known, however old; `undefined` where something may have changed since. */
  recall(accountId: string): KnownRevision | undefined;
  /**
   * Asks for it where that was longer ago than 30 s. Where something changes meanwhile the answer is not taken.
   *
   * @throws StoreUnavailableError
   */
  renew(accountId: string): Promise<void>;
}

/** What all memory of a directory works with. */
export interface MemoryParts {
  readonly directory: DirectoryStore;
  readonly nowMs: () => number;
  readonly revisions: AccountRevisions;
}

export function createAccountRevisions(directory: DirectoryStore, nowMs: () => number): AccountRevisions {
  const known = new LRUCache<string, KnownRevision>({ max: MAX_ACCOUNTS });
  const asking = new Map<string, Promise<void>>();
  let changes = 0;
  directory.onChange(({ accountId }) => {
    changes += 1;
    asking.clear();
    if (accountId === null) known.clear();
    else known.delete(accountId);
  });

  async function ask(accountId: string): Promise<void> {
    const [before, askedAtMs] = [changes, nowMs()];
    const revision = await directory.findRevision(accountId);
    // An answer that began before a change, or before something may have been missed, may be older than that.
    if (before !== changes) return;
    known.set(accountId, { revision, askedAtMs });
  }

  return {
    recall: (accountId) => known.get(accountId),
    async renew(accountId) {
      const last = known.get(accountId);
      if (last !== undefined && nowMs() < last.askedAtMs + FRESH_MS) return;
      const pending = asking.get(accountId) ?? ask(accountId);
      asking.set(accountId, pending);
      try {
        await pending;
      } finally {
        if (asking.get(accountId) === pending) asking.delete(accountId);
      }
    },
  };
}
