import type { BenchContext } from '../benchmark.ts';
import type { Beside } from '../processes/beside.ts';
import { microsEach, readCpuSeconds } from '../processes/cpu-time.ts';
import { flushDisk } from '../processes/flush-disk.ts';
import type { Samples } from '../rounds/compare.ts';
import { CONNECTIONS, FIRST_WARM_UP_SECONDS, type Sample } from '../rounds/measure-rounds.ts';
import { rotate, shuffle } from '../rounds/orders.ts';
import type { GetLoad, GetOrder } from './get-load.ts';

/** Somebody who answers GET. */
export interface Answerer {
  /** As the tables name it. */
  readonly name: string;
  readonly program: Beside;
  readonly headers: Readonly<Record<string, string>>;
  /** The work is done by its children, whose processor time is not read. */
  readonly isManyProcesses?: boolean;
  /** The Redis that it asks; `null` where it asks none. */
  readonly redisPid: number | null;
}

/** What one answerer is asked for in one way. */
export interface Ask extends Answerer {
  readonly paths: readonly string[];
  /** The right status, and the least size of the right answer. */
  readonly status: number;
  readonly bytes: number;
}

/** Everybody who is asked in one way, by the name of the way. */
export type Ways = ReadonlyMap<string, readonly Ask[]>;

/**
 * Asks in every way in turn, another one first each round, and everybody in a way in an order by chance. Those who are not
 * asked are held meanwhile, and what they have written is on the disk. Each goes on in its paths where it stopped, so that none is asked for again too soon.
 */
export async function measureGets(
  context: BenchContext,
  load: GetLoad,
  { ways, warmUpSeconds }: { readonly ways: Ways; readonly warmUpSeconds: number },
): Promise<ReadonlyMap<string, Samples>> {
  const all = [...ways].map(([way, asks]) => ({ way, asked: asks.map((ask) => createAsking(load, ask)) }));
  for (const program of new Set([...ways.values()].flat().map((ask) => ask.program))) program.hold();
  for (let round = 0; round < context.rounds; round += 1) {
    for (const { way, asked } of rotate(all, round)) {
      for (const { ask, run, samples } of shuffle(asked)) {
        ask.program.goOn();
        await run(round === 0 ? FIRST_WARM_UP_SECONDS : warmUpSeconds);
        samples.push(await run(context.seconds));
        ask.program.hold();
        flushDisk(context.folder);
      }
      const said = asked.map(({ ask, samples }) => `${ask.name} ${Math.round(samples.at(-1)?.perSecond ?? 0)}/s`);
      context.say(`${way}, round ${round + 1} of ${context.rounds}: ${said.join(', ')}`);
    }
  }
  return new Map(
    all.map(({ way, asked }) => [way, { samples: new Map(asked.map(({ ask, samples }) => [ask.name, samples])) }]),
  );
}

function createAsking(load: GetLoad, ask: Ask) {
  const { name, program, headers, paths, status, bytes } = ask;
  const samples: Sample[] = [];
  let from = 0;

  async function run(seconds: number): Promise<Sample> {
    const order: GetOrder = {
      url: program.url,
      headers,
      paths,
      from,
      status,
      bytes,
      connections: CONNECTIONS,
      seconds,
    };
    const before = cpuOf(ask);
    const result = await load(order).catch((cause) => {
      throw new Error(`${name} cannot be measured. The last it said:\n${program.tail()}`, { cause });
    });
    const after = cpuOf(ask);
    from = (from + result.asked) % paths.length;
    const { answered, p50Ms, p99Ms, loadCpuMicros } = result;
    return {
      perSecond: answered / result.seconds,
      p50Ms,
      p99Ms,
      cpuMicros: microsEach(before.program, after.program, answered),
      redisCpuMicros: microsEach(before.redis, after.redis, answered),
      loadCpuMicros,
    };
  }

  return { ask, run, samples };
}

function cpuOf({ program, isManyProcesses, redisPid }: Answerer) {
  return {
    program: isManyProcesses ? null : readCpuSeconds(program.pid),
    redis: redisPid === null ? null : readCpuSeconds(redisPid),
  };
}
