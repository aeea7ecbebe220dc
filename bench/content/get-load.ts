import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchContext } from '../benchmark.ts';

export interface GetOrder {
  readonly url: string;
  /** Asked for in turn, over and over. */
  readonly paths: readonly string[];
  /** Where in them to begin. */
  readonly from: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** The right status, and the least size of the right answer. */
  readonly status: number;
  readonly bytes: number;
}

export interface GetResult {
  /** Requests, those included whose answers did not come before the end. */
  readonly asked: number;
  readonly answered: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the process that asks, per answer. */
  readonly loadCpuMicros: number;
  /** Why the run is worth nothing; `null` when every answer was right. */
  readonly fault: string | null;
}

/** Has the process ask. Rejects when one answer was not the right one. */
export type GetLoad = (order: GetOrder) => Promise<GetResult>;

/** Starts the process that asks. */
export async function startGetLoad(context: BenchContext): Promise<GetLoad> {
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
