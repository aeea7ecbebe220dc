import { type Config, readConfig } from '../config.ts';
import { openStores } from '../store/open-stores.ts';
import type { Stores } from '../store/stores.ts';
import type { CommandIo } from './command-io.ts';
import { say } from './write-output.ts';

/** Opens the store that the environment names, does the work, and closes it whatever happens. */
export async function withStores<Result>(
  io: CommandIo,
  work: (stores: Stores, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(io.env);
  const stores = await openStores({
    redisUrl: config.redisUrl,
    dataDir: config.dataDir,
    voteLogDays: config.voteLogDays,
    onWarning: (message) => say(io, `Warning: ${message}`),
  });
  try {
    return await work(stores, config);
  } finally {
    await stores.close();
  }
}
