import type { DirectoryChange, DirectoryStore } from '../store/directory-store.ts';
import { StoreUnavailableError } from '../store/store-errors.ts';

/** A directory as a process has it that hears of no change unless it is told. */
export interface DeafDirectory {
  readonly directory: DirectoryStore;
  /** What it was asked, by the names of the methods. */
  readonly asked: string[];
  tell(change: DirectoryChange): void;
  /** Where true every question fails. */
  isAway: boolean;
  /** What happens between an answer and its arrival, once, by the name of the method. */
  onTheWay: Record<string, () => Promise<unknown>>;
}

export function createDeafDirectory(directory: DirectoryStore): DeafDirectory {
  const listeners: ((change: DirectoryChange) => void)[] = [];
  const watch =
    <Words extends unknown[], Answer>(method: string, ask: (...words: Words) => Promise<Answer>) =>
    async (...words: Words): Promise<Answer> => {
      deaf.asked.push(method);
      if (deaf.isAway) throw new StoreUnavailableError('The store is away.');
      const answer = await ask(...words);
      const meanwhile = deaf.onTheWay[method];
      delete deaf.onTheWay[method];
      await meanwhile?.();
      return answer;
    };
  const deaf: DeafDirectory = {
    directory: {
      ...directory,
      noticeChanges: () => undefined,
      onChange: (listener) => void listeners.push(listener),
      findRevision: watch('findRevision', directory.findRevision),
      findKeyByHash: watch('findKeyByHash', directory.findKeyByHash),
      findSite: watch('findSite', directory.findSite),
      findServer: watch('findServer', directory.findServer),
      findServerBySlug: watch('findServerBySlug', directory.findServerBySlug),
      findServersByName: watch('findServersByName', directory.findServersByName),
      findListedServers: watch('findListedServers', directory.findListedServers),
    },
    asked: [],
    tell(change) {
      for (const listener of listeners) listener(change);
    },
    isAway: false,
    onTheWay: {},
  };
  return deaf;
}
