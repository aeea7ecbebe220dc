import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { BenchContext } from '../benchmark.ts';

const CLI = resolve('dist/server/cli.js');

/** Copies all that is in a Redis into a new folder by `server-vote copy`, which takes a moment where single writes take minutes. */
export async function copyStore(
  context: BenchContext,
  { redisUrl, dataDir }: { readonly redisUrl: string; readonly dataDir: string },
): Promise<void> {
  const program = await context.processes.start(process.execPath, {
    args: [CLI, 'copy', '--from', redisUrl, '--to', dataDir],
    env: { NODE_ENV: 'production' },
    log: join(context.folder, 'copy.log'),
  });
  const [code] = await once(program.child, 'exit');
  if (code !== 0) throw new Error(`The copy ended with ${code}: ${program.tail()}`);
}
