import type { BenchContext } from '../benchmark.ts';
import { readCpuSeconds } from '../processes/cpu-time.ts';
import { startService } from '../processes/service.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { type GetOrder, startGetLoad } from './get-load.ts';
import { CONNECTIONS } from './measure-cached.ts';
import { sampleSlug } from './sample-resources.ts';

/** Ways in which content is asked for. */
export type Way =
  | 'pages that are in memory'
  | 'pages that are not'
  | 'single resources by slug'
  | 'pages that have not changed';

export interface WaySample {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Processor time of the service per answer; `null` where unknown. */
  readonly cpuMicros: number | null;
}

export type WayRounds = ReadonlyMap<Way, readonly WaySample[]>;

const LIMIT = 20;
/** More than the service keeps, so that the next page is never the one that it has. */
const PAGES = 5_000;
const SLUGS = 100_000;
const WARM_UP_SECONDS = 1;

/** Loads a service with a hundred thousand resources in each way in turn. @param key a user key */
export async function measureRoutes(
  context: BenchContext,
  { place, name, key }: { readonly place: StoreOptions; readonly name: string; readonly key: string },
): Promise<WayRounds> {
  const service = await startService(context, { name: `service-${name}`, ...place });
  const load = await startGetLoad(context);
  const ways = await ordersOf(service.url, key);
  const rounds = new Map<Way, WaySample[]>([...ways.keys()].map((way) => [way, []]));
  for (let round = 0; round < context.rounds; round += 1) {
    for (const [way, order] of ways) {
      await load({ ...order, seconds: WARM_UP_SECONDS });
      const before = readCpuSeconds(service.pid);
      const { answered, seconds, p99Ms } = await load({ ...order, seconds: context.seconds });
      const after = readCpuSeconds(service.pid);
      const cpuMicros = before === null || after === null ? null : ((after - before) * 1e6) / answered;
      rounds.get(way)?.push({ perSecond: answered / seconds, p99Ms, cpuMicros });
    }
    context.say(`routes ${name}, round ${round + 1} of ${context.rounds}`);
  }
  await service.end();
  return rounds;
}

async function ordersOf(url: string, key: string): Promise<ReadonlyMap<Way, GetOrder>> {
  const headers = { 'X-API-KEY': key };
  const first = await fetch(`${url}/v1/resources`, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  const etag = first.headers.get('etag');
  if (first.status !== 200 || etag === null) throw new Error(`/v1/resources answered ${first.status}.`);
  const base = { url, headers, connections: CONNECTIONS, seconds: 1, status: 200, bytes: 1_000 };
  const pages = Array.from({ length: PAGES }, (_, at) => `/v1/resources?page=${at + 1}&limit=${LIMIT}`);
  // 7919 is prime, so that it goes all over the place.
  const slugs = Array.from({ length: 20_000 }, (_, at) => `/v1/resources/slug/${sampleSlug((at * 7919) % SLUGS)}`);
  return new Map<Way, GetOrder>([
    ['pages that are in memory', { ...base, paths: ['/v1/resources'] }],
    ['pages that are not', { ...base, paths: pages }],
    ['single resources by slug', { ...base, paths: slugs }],
    [
      'pages that have not changed',
      { ...base, paths: ['/v1/resources'], headers: { ...headers, 'If-None-Match': etag }, status: 304, bytes: 0 },
    ],
  ]);
}
