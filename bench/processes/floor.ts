import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchContext } from '../benchmark.ts';
import type { Program } from './child-processes.ts';

/** A program of bench/floors, listening. */
export interface Floor extends Program {
  readonly url: string;
}

/** Starts a floor program; it says its port once it listens. */
export async function startFloor(context: BenchContext, name: string, args: readonly string[]): Promise<Floor> {
  const program = await context.processes.start(process.execPath, {
    args: [fileURLToPath(new URL(`../floors/${name}.js`, import.meta.url)), ...args],
    env: { NODE_ENV: 'production' },
    log: join(context.folder, `floor-${name}.log`),
    ipc: true,
  });
  const [port] = await Promise.race([once(program.child, 'message'), program.failed]);
  return { ...program, url: `http://127.0.0.1:${port}` };
}
