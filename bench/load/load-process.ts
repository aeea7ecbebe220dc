import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchContext } from '../benchmark.ts';
import type { LoadMessage, LoadResult, LoadTenant, RunMessage } from './orders.ts';

/** The process that makes the load. */
export interface LoadProcess {
  /** Gives a set of accounts a name for later runs. */
  learn(name: string, tenants: readonly LoadTenant[]): void;
  /** Makes load and waits for its end. Rejects when one answer was not a right one. */
  run(order: Omit<RunMessage, 'kind'>): Promise<LoadResult>;
}

export async function startLoad(context: BenchContext): Promise<LoadProcess> {
  const program = await context.processes.start(process.execPath, {
    args: [fileURLToPath(new URL('./generate-load.js', import.meta.url))],
    log: join(context.folder, 'load.log'),
    ipc: true,
  });
  const send = (message: LoadMessage) => program.child.send(message);
  return {
    learn: (name, tenants) => void send({ kind: 'tenants', name, tenants }),
    async run(order) {
      send({ kind: 'run', ...order });
      const [result] = await Promise.race([once(program.child, 'message'), program.failed]);
      return readResult(result);
    },
  };
}

function readResult(result: LoadResult): LoadResult {
  if (result.fault === null) return result;
  throw new Error(`Not every answer was right: ${result.fault}`);
}
