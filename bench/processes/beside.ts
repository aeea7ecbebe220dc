import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchContext } from '../benchmark.ts';
import type { Program } from './child-processes.ts';

/** A program of bench/floors or bench/peers, listening. */
export interface Beside extends Program {
  readonly url: string;
}

/**
 * Starts a program that ours is measured beside; it says its port once it listens.
 *
 * @param name folder and file, `floors/constant`.
 */
export async function startBeside(context: BenchContext, name: string, args: readonly string[]): Promise<Beside> {
  const program = await context.processes.start(process.execPath, {
    args: [fileURLToPath(new URL(`../${name}.js`, import.meta.url)), ...args],
    env: { NODE_ENV: 'production' },
    log: join(context.folder, `${name.replace('/', '-')}.log`),
    ipc: true,
  });
  const [port] = await Promise.race([once(program.child, 'message'), program.failed]);
  return { ...program, url: `http://127.0.0.1:${port}` };
}
