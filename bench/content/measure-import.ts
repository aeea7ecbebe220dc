import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BenchContext } from '../benchmark.ts';
import { SECRET } from '../processes/service.ts';
import { rotate } from '../rounds/orders.ts';
import { type ContentPlace, STORES, type StoreName } from './content-places.ts';
import { sampleResource } from './sample-resources.ts';

/** What an import by the command line took. */
export interface ImportCost {
  readonly seconds: number;
  /** The most memory that the process had; `null` where the system has no /proc. */
  readonly peakBytes: number | null;
}

/** All imports of one number of rows into one store. */
export interface Imports {
  readonly store: StoreName;
  readonly rows: number;
  /** One a round; a single one where an import takes minutes. */
  readonly costs: readonly ImportCost[];
}

const CLI = resolve('dist/server/cli.js');
const LOOK_EVERY_MS = 50;

/**
 * Runs `server-vote import` into each place, emptied before, in turn and in another order each round. Places of most rows are
 * filled once, in the middle of the rounds. Afterwards each place holds its rows.
 *
 * @throws Error when an import fails
 */
export async function measureImports(context: BenchContext, places: readonly ContentPlace[]): Promise<Imports[]> {
  const most = Math.max(...places.map(({ rows }) => rows));
  const files = new Map<number, string>();
  for (const { rows } of places) {
    if (!files.has(rows)) files.set(rows, await writeRows(context, rows));
  }
  const measured = places.map((place): Filling => ({ place, path: files.get(place.rows) ?? '', costs: [] }));
  const often = measured.filter(({ place }) => place.rows < most);
  const single = measured.filter(({ place }) => place.rows === most);
  for (let round = 0; round < context.rounds; round += 1) {
    const isMiddle = round === Math.floor(context.rounds / 2);
    for (const { place, path, costs } of [...rotate(often, round), ...(isMiddle ? single : [])]) {
      await place.empty();
      const cost = await measureImport(context, place, path);
      costs.push(cost);
      const what = `${place.rows.toLocaleString('en-US')} rows, ${STORES[place.store]}`;
      context.say(`imports, round ${round + 1} of ${context.rounds}: ${what}, ${cost.seconds.toFixed(1)} s`);
    }
  }
  return measured.map(({ place: { store, rows }, costs }) => ({ store, rows, costs }));
}

interface Filling {
  readonly place: ContentPlace;
  readonly path: string;
  readonly costs: ImportCost[];
}

/** Writes so many resources to a file as `import` reads them. @returns its path */
async function writeRows(context: BenchContext, rows: number): Promise<string> {
  const path = join(context.folder, `resources-${rows}.ndjson`);
  function* lines() {
    for (let number = 0; number < rows; number += 1) yield `${JSON.stringify(sampleResource(number))}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return path;
}

async function measureImport(context: BenchContext, { options }: ContentPlace, path: string): Promise<ImportCost> {
  const began = performance.now();
  const program = await context.processes.start(process.execPath, {
    args: [CLI, 'import', path],
    env: { DATA_DIR: options.dataDir, REDIS_URL: options.redisUrl ?? '', SECRET },
    log: join(context.folder, 'import.log'),
  });
  let peakBytes: number | null = null;
  const look = setInterval(() => {
    peakBytes = readPeakBytes(program.pid) ?? peakBytes;
  }, LOOK_EVERY_MS);
  const [code] = await once(program.child, 'exit');
  clearInterval(look);
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${program.tail()}`);
  return { seconds: (performance.now() - began) / 1000, peakBytes };
}

function readPeakBytes(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    // It has just ended.
    return null;
  }
}
