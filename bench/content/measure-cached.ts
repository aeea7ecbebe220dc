import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { startBeside } from '../processes/beside.ts';
import type { Program } from '../processes/child-processes.ts';
import { readCpuSeconds } from '../processes/cpu-time.ts';
import { startService } from '../processes/service.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { type GetOrder, type GetResult, startGetLoad } from './get-load.ts';

/** What one program did in one round. */
export interface CachedSample {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Processor time of the program per answer; `null` where unknown. */
  readonly cpuMicros: number | null;
}

export interface CachedRounds {
  readonly service: readonly CachedSample[];
  readonly fastify: readonly CachedSample[];
  readonly bytes: number;
}

export const CONNECTIONS = 50;
const PATH = '/v1/resources';
const WARM_UP_SECONDS = 2;

/** Loads the service and Fastify in turn, the other one held, with one address whose answer the service has in memory. */
export async function measureCached(context: BenchContext, place: StoreOptions, key: string): Promise<CachedRounds> {
  const service = await startService(context, { name: 'service-content', ...place });
  const headers = { 'X-API-KEY': key };
  const answer = await fetch(`${service.url}${PATH}`, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${PATH} answered ${answer.status}: ${body}`);
  const file = join(context.folder, 'body.json');
  writeFileSync(file, body);
  const fastify = await startBeside(context, 'peers/fastify-same-bytes', [file]);
  const load = await startGetLoad(context);
  const subjects = { service, fastify };
  const rounds: Record<keyof typeof subjects, CachedSample[]> = { service: [], fastify: [] };
  service.hold();
  fastify.hold();
  for (let round = 0; round < context.rounds; round += 1) {
    const order = round % 2 === 0 ? (['service', 'fastify'] as const) : (['fastify', 'service'] as const);
    for (const name of order) {
      const program = subjects[name];
      const get: GetOrder = {
        url: program.url,
        paths: [PATH],
        headers,
        connections: CONNECTIONS,
        seconds: context.seconds,
        status: 200,
        bytes: body.length,
      };
      program.goOn();
      await load({ ...get, seconds: WARM_UP_SECONDS });
      rounds[name].push(await measure(program, () => load(get)));
      program.hold();
    }
    const said = Object.entries(rounds).map(([name, of]) => `${name} ${Math.round(of.at(-1)?.perSecond ?? 0)}/s`);
    context.say(`round ${round + 1} of ${context.rounds}: ${said.join(', ')}`);
  }
  await Promise.all([service.end(), fastify.end()]);
  return { ...rounds, bytes: body.length };
}

async function measure(program: Program, run: () => Promise<GetResult>): Promise<CachedSample> {
  const before = readCpuSeconds(program.pid);
  const result = await run();
  const after = readCpuSeconds(program.pid);
  return {
    perSecond: result.answered / result.seconds,
    p99Ms: result.p99Ms,
    cpuMicros: before === null || after === null ? null : ((after - before) * 1e6) / result.answered,
  };
}
