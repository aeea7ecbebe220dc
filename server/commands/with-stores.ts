import { type Config, readConfig } from '../config.ts';
import { openStores } from '../store/open-stores.ts';
import type { Stores } from '../store/stores.ts';
import type { CommandIo } from './command-io.ts';
import { say } from './write-output.ts';

/**
 * Opens the store that the environment names, does the work, and closes it whatever happens. What the store warned of is
 * said when the work is done: where the work failed, its error says it already.
 */
export async function withStores<Result>(
  io: CommandIo,
  work: (stores: Stores, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(io.env);
  const warnings = new Set<string>();
  const stores = await openStores({
    redisUrl: config.redisUrl,
    dataDir: config.dataDir,
    voteLogDays: config.voteLogDays,
    housekeeping: false,
    onWarning: (message) => warnings.add(message),
  });
  try {
    const result = await work(stores, config);
    for (const warning of warnings) say(io, `Warning: ${warning}`);
    return result;
  } finally {
    await stores.close();
  }
}
