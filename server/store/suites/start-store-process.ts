import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StoreOrder, StorePlace } from './store-process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The stores as JavaScript, for Node to run: processes of their own cannot be tested from inside Vitest. */
export interface CompiledStore {
  start(place: StorePlace): Promise<StoreProcess>;
  /** Kills the processes that still run and takes the JavaScript away. */
  remove(): Promise<void>;
}

export interface StoreProcess {
  tell(order: StoreOrder): void;
  /** The next answer; `null` after the end. */
  next(): Promise<unknown>;
  /** As `kill -9` does. Resolves when the process is gone; what it said before can still be read. */
  kill(): Promise<void>;
}

export async function compileStore(): Promise<CompiledStore> {
  const folder = await mkdtemp(join(tmpdir(), 'server-vote-js-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const project = {
    extends: join(ROOT, 'tsconfig.base.json'),
    // Types are checked elsewhere, once and for all of the project.
    compilerOptions: { outDir: folder, rootDir: ROOT, noCheck: true },
    files: [join(ROOT, 'server/store/suites/store-process.ts')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]);
  const program = join(folder, 'server/store/suites/store-process.js');
  const children: ChildProcess[] = [];
  return {
    start: async (place) => {
      const child = spawn(process.execPath, [program, JSON.stringify(place)], { stdio: ['pipe', 'pipe', 'inherit'] });
      children.push(child);
      const started = follow(child);
      if ((await started.next()) !== 'ready') throw new Error('the process of a test could not open the store');
      return started;
    },
    remove: async () => {
      for (const child of children) await killNow(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function follow(child: ReturnType<typeof spawn>): StoreProcess {
  if (child.stdout === null || child.stdin === null) throw new Error('a process of a test needs pipes');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { stdin } = child;
  return {
    tell: (order) => {
      stdin.write(`${JSON.stringify(order)}\n`);
    },
    next: async () => {
      const line = await lines.next();
      return line.done === true ? null : JSON.parse(line.value);
    },
    kill: () => killNow(child),
  };
}

async function killNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
