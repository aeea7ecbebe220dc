import type { BenchContext } from '../benchmark.ts';
import type { LoadProcess } from '../load/load-process.ts';
import type { LoadResult, WorkloadName } from '../load/orders.ts';
import type { Program } from '../processes/child-processes.ts';
import { microsEach, readCpuSeconds } from '../processes/cpu-time.ts';
import { flushDisk } from '../processes/flush-disk.ts';
import { shuffle } from './orders.ts';

/** A program that is measured. */
export interface Subject {
  readonly name: string;
  readonly program: Program & { readonly url: string };
  /** Whose keys are used, by the name the load knows. */
  readonly tenants: string;
  /** Whose processor time counts; `null` where it is not known. */
  readonly cpuPid: number | null;
  readonly redisPid: number | null;
}

/** What one program did in one round. */
export interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the program and of Redis per answer; `null` where unknown. */
  readonly cpuMicros: number | null;
  readonly redisCpuMicros: number | null;
  /** That of the process that asks, where it was read. */
  readonly loadCpuMicros?: number;
}

/** What became of one workload. Both by the name of the program. */
export interface Rounds {
  /** A sample a round. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  /** How many requests each was seen to answer with status 200, warming up included. */
  readonly succeeded: ReadonlyMap<string, number>;
  /** The most requests that a program can have had under way when a run ended, over all runs. */
  readonly cutOff: number;
}

export const CONNECTIONS = 50;
const WARM_UP_SECONDS = 1;
/** V8 compiles for the first ten thousand requests or so, which a service that runs for days has behind it. */
export const FIRST_WARM_UP_SECONDS = 5;

/**
 * Loads the programs in turn, in an order by chance each round, so that whatever slows the machine down meets all of them, and what
 * one leaves behind no one more than others. Those that are not measured are held meanwhile, and what they have written is on
 * the disk: what they do when idle, and what the system does for them later, would be paid by whoever is measured.
 */
export async function measureRounds(
  context: BenchContext,
  load: LoadProcess,
  { subjects, workload }: { readonly subjects: readonly Subject[]; readonly workload: WorkloadName },
): Promise<Rounds> {
  const samples = new Map(subjects.map(({ name }): [string, Sample[]] => [name, []]));
  const succeeded = new Map<string, number>();
  for (const { program } of subjects) program.hold();
  flushDisk(context.folder);
  for (let round = 0; round < context.rounds; round += 1) {
    for (const subject of shuffle(subjects)) {
      subject.program.goOn();
      const seconds = round === 0 ? FIRST_WARM_UP_SECONDS : WARM_UP_SECONDS;
      const warmUp = await loadOne(load, subject, { workload, seconds });
      const before = cpuOf(subject);
      const result = await loadOne(load, subject, { workload, seconds: context.seconds });
      const after = cpuOf(subject);
      subject.program.hold();
      flushDisk(context.folder);
      const { name } = subject;
      succeeded.set(name, (succeeded.get(name) ?? 0) + warmUp.succeeded + result.succeeded);
      samples.get(name)?.push({
        perSecond: result.answered / result.seconds,
        p50Ms: result.p50Ms,
        p99Ms: result.p99Ms,
        cpuMicros: microsEach(before.program, after.program, result.answered),
        redisCpuMicros: microsEach(before.redis, after.redis, result.answered),
      });
    }
    context.say(`${workload}, round ${round + 1} of ${context.rounds}: ${describeRound(samples)}`);
  }
  for (const { program } of subjects) program.goOn();
  return { samples, succeeded, cutOff: 2 * context.rounds * CONNECTIONS };
}

async function loadOne(
  load: LoadProcess,
  { name, program, tenants }: Subject,
  order: { readonly workload: WorkloadName; readonly seconds: number },
): Promise<LoadResult> {
  try {
    return await load.run({ ...order, url: program.url, tenants, connections: CONNECTIONS });
  } catch (cause) {
    throw new Error(`${name} cannot be measured. The last it said:\n${program.tail()}`, { cause });
  }
}

function cpuOf({ cpuPid, redisPid }: Subject) {
  const secondsOf = (pid: number | null) => (pid === null ? null : readCpuSeconds(pid));
  return { program: secondsOf(cpuPid), redis: secondsOf(redisPid) };
}

function describeRound(samples: ReadonlyMap<string, readonly Sample[]>): string {
  return [...samples].map(([name, of]) => `${name} ${Math.round(of.at(-1)?.perSecond ?? 0)}/s`).join(', ');
}
