import type { BenchContext } from '../benchmark.ts';
import type { LoadProcess } from '../load/load-process.ts';
import type { LoadResult } from '../load/orders.ts';
import type { Program } from '../processes/child-processes.ts';
import { readCpuSeconds } from '../processes/cpu-time.ts';

export type SubjectName = 'service on Redis' | 'service, embedded store' | 'floor, one script' | 'floor, constant';

/** A program that is measured. */
export interface Subject {
  readonly name: SubjectName;
  readonly program: Program & { readonly url: string };
  /** Whose votes are cast, by the name the load knows. */
  readonly tenants: string;
  readonly redisPid: number | null;
}

/** What one program did in one round. */
export interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the program and of Redis per vote; `null` where unknown. */
  readonly cpuMicros: number | null;
  readonly redisCpuMicros: number | null;
}

export interface Rounds {
  /** By name, a sample a round. */
  readonly samples: Readonly<Record<SubjectName, readonly Sample[]>>;
  /** How many votes each was seen to answer, warming up included. */
  readonly answered: Readonly<Record<SubjectName, number>>;
  /** The most votes that a program can have had under way when a run ended, over all runs. */
  readonly cutOff: number;
}

export const CONNECTIONS = 50;
const WARM_UP_SECONDS = 1;

/** Loads the programs in turn, in another order each round, so that whatever slows the machine down meets all of them. */
export async function measureRounds(
  context: BenchContext,
  load: LoadProcess,
  subjects: readonly Subject[],
): Promise<Rounds> {
  const samples: Record<SubjectName, Sample[]> = emptyRecord(() => []);
  const answered: Record<SubjectName, number> = emptyRecord(() => 0);
  for (let round = 0; round < context.rounds; round += 1) {
    for (const subject of rotate(subjects, round)) {
      const warmUp = await loadOne(load, subject, WARM_UP_SECONDS);
      const before = cpuOf(subject);
      const result = await loadOne(load, subject, context.seconds);
      const after = cpuOf(subject);
      answered[subject.name] += warmUp.counted + result.counted;
      samples[subject.name].push({
        perSecond: result.counted / result.seconds,
        p50Ms: result.p50Ms,
        p99Ms: result.p99Ms,
        cpuMicros: microsEach(before.program, after.program, result.counted),
        redisCpuMicros: microsEach(before.redis, after.redis, result.counted),
      });
    }
    context.say(`round ${round + 1} of ${context.rounds}: ${describeRound(samples)}`);
  }
  return { samples, answered, cutOff: 2 * context.rounds * CONNECTIONS };
}

async function loadOne(load: LoadProcess, { name, program, tenants }: Subject, seconds: number): Promise<LoadResult> {
  try {
    return await load.run({ url: program.url, tenants, connections: CONNECTIONS, seconds });
  } catch (cause) {
    throw new Error(`${name} cannot be measured. The last it said:\n${program.tail()}`, { cause });
  }
}

function emptyRecord<Value>(make: () => Value): Record<SubjectName, Value> {
  return {
    'service on Redis': make(),
    'service, embedded store': make(),
    'floor, one script': make(),
    'floor, constant': make(),
  };
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function cpuOf({ program, redisPid }: Subject) {
  return { program: readCpuSeconds(program.pid), redis: redisPid === null ? null : readCpuSeconds(redisPid) };
}

function microsEach(before: number | null, after: number | null, count: number): number | null {
  return before === null || after === null ? null : ((after - before) * 1e6) / count;
}

function describeRound(samples: Readonly<Record<string, readonly Sample[]>>): string {
  return Object.entries(samples)
    .map(([name, of]) => `${name} ${Math.round(of.at(-1)?.perSecond ?? 0)}/s`)
    .join(', ');
}
