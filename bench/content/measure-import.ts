import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BenchContext } from '../benchmark.ts';
import { SECRET } from '../processes/service.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { median } from '../statistics.ts';
import { sampleResource } from './sample-resources.ts';

/** What an import by the command line took. */
export interface ImportCost {
  readonly rows: number;
  readonly seconds: number;
  /** The most memory that the process had; `null` where the system has no /proc. */
  readonly peakBytes: number | null;
}

/** A file of resources. */
export interface RowsFile {
  readonly path: string;
  readonly rows: number;
}

const CLI = resolve('dist/server/cli.js');
const LOOK_EVERY_MS = 50;

/** Writes so many resources to a file as `import` reads them. @returns its path */
export async function writeRows(context: BenchContext, rows: number): Promise<string> {
  const path = join(context.folder, `resources-${rows}.ndjson`);
  function* lines() {
    for (let number = 0; number < rows; number += 1) yield `${JSON.stringify(sampleResource(number))}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return path;
}

/** Runs `server-vote import` on each file in turn, once a round. @returns medians over the rounds. @throws Error when one fails */
export async function measureImports(
  context: BenchContext,
  place: StoreOptions,
  files: readonly RowsFile[],
): Promise<ImportCost[]> {
  const costs: ImportCost[][] = files.map(() => []);
  for (let round = 0; round < context.rounds; round += 1) {
    for (const [at, file] of files.entries()) costs[at]?.push(await measureImport(context, place, file));
  }
  return costs.map(medianOf);
}

function medianOf(costs: readonly ImportCost[]): ImportCost {
  const peaks = costs.map(({ peakBytes }) => peakBytes).filter((bytes) => bytes !== null);
  return {
    rows: costs[0]?.rows ?? 0,
    seconds: median(costs.map(({ seconds }) => seconds)),
    peakBytes: peaks.length === 0 ? null : median(peaks),
  };
}

async function measureImport(context: BenchContext, place: StoreOptions, file: RowsFile): Promise<ImportCost> {
  const began = performance.now();
  const program = await context.processes.start(process.execPath, {
    args: [CLI, 'import', file.path],
    env: { DATA_DIR: place.dataDir, REDIS_URL: place.redisUrl ?? '', SECRET },
    log: join(context.folder, 'import.log'),
  });
  let peakBytes: number | null = null;
  const look = setInterval(() => {
    peakBytes = readPeakBytes(program.pid) ?? peakBytes;
  }, LOOK_EVERY_MS);
  const [code] = await once(program.child, 'exit');
  clearInterval(look);
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${program.tail()}`);
  return { rows: file.rows, seconds: (performance.now() - began) / 1000, peakBytes };
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
