import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchContext } from '../benchmark.ts';

export interface GetOrder {
  readonly url: string;
  /** Asked for in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** The right status, and the least size of the right answer. */
  readonly status: number;
  readonly bytes: number;
}

export interface GetResult {
  readonly answered: number;
  readonly seconds: number;
  readonly p99Ms: number;
  /** Why the run is worth nothing; `null` when every answer was right. */
  readonly fault: string | null;
}

/** The process that asks. Its orders reject when one answer was not the right one. */
export async function startGetLoad(context: BenchContext): Promise<(order: GetOrder) => Promise<GetResult>> {
  const program = await context.processes.start(process.execPath, {
    args: [fileURLToPath(new URL('./generate-gets.js', import.meta.url))],
    log: join(context.folder, 'gets.log'),
    ipc: true,
  });
  return async (order) => {
    program.child.send(order);
    const [result]: GetResult[] = await Promise.race([once(program.child, 'message'), program.failed]);
    if (result === undefined || result.fault !== null) throw new Error(`Not every answer was right: ${result?.fault}`);
    return result;
  };
}
