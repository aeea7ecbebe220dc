import type { DirectoryStore } from '../directory-store.ts';
import type { StoreArchive } from '../store-archive.ts';
import type { VoteStore } from '../vote-store.ts';
import { accountIdPages } from './accounts.ts';
import { dumpRecords } from './archive-dump.ts';
import { RecordLoader } from './archive-load.ts';
import type { RedisConnection } from './connection.ts';

export interface ArchiveParts {
  readonly connection: RedisConnection;
  readonly directory: DirectoryStore;
  readonly votes: VoteStore;
  readonly nowMs: () => number;
  readonly logKeptMs: number;
}

/**
 * Moves a whole store. Records are read and written in small steps, so nobody may vote or write meanwhile: what changes
 * during a dump may be in it or not. A load that broke off leaves the store empty to the eye and can simply be repeated.
 */
export function createArchive(parts: ArchiveParts): StoreArchive {
  const { connection, directory } = parts;

  async function isEmpty(): Promise<boolean> {
    for await (const ids of accountIdPages(connection)) {
      const found = await Promise.all(ids.map((id) => directory.findAccount(id)));
      if (found.some((account) => account !== null)) return false;
    }
    return true;
  }

  return {
    isEmpty,
    dump: () => dumpRecords(parts),
    load: (records) =>
      connection.work(async () => {
        if (!(await isEmpty())) throw new Error('This Redis is not empty: load an archive into a new, empty store.');
        const loader = new RecordLoader(parts);
        for await (const record of records) await loader.load(record);
        await loader.finish();
      }),
  };
}
