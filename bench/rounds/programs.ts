import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { type LoadProcess, startLoad } from '../load/load-process.ts';
import { writePeerData } from '../peers/peer-data.ts';
import { type Beside, startBeside } from '../processes/beside.ts';
import { type BenchRedis, startRedis } from '../processes/redis.ts';
import { startService } from '../processes/service.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { createTenants, type Tenant, type WantedTenants } from '../product/create-tenants.ts';
import type { Subject } from './measure-rounds.ts';

/** Our programs and the floors, as the tables name them. */
export const PROGRAMS = {
  redis: 'service on Redis',
  twoProcesses: 'service on Redis, 2 processes',
  embedded: 'service, embedded store',
  oneScript: 'floor, one script',
  constant: 'floor, constant',
} as const;
/** What people would write themselves. */
export const PEER_FILES = [
  ['Express, conventional', 'peers/express-conventional'],
  ['Fastify, conventional', 'peers/fastify-conventional'],
  ['rate-limiter-flexible', 'peers/rate-limiter-flexible'],
] as const;
export const PEERS = PEER_FILES.map(([name]) => name);

/** Everything that votes are measured with, up and filled. */
export interface Lineup {
  readonly load: LoadProcess;
  readonly subjects: readonly Subject[];
  /** Where the two stores of the service are, and whose votes they count. */
  readonly places: Readonly<Record<'redis' | 'embedded', StoreOptions>>;
  readonly tenants: Readonly<Record<'redis' | 'embedded', readonly Tenant[]>>;
  /** Ends the programs, so that the stores can be looked at. */
  end(): Promise<void>;
  /** Ends Redis as well. */
  close(): Promise<void>;
}

/** Starts the service on both stores, in one process and two, the peers and the floors. */
export async function startLineup(context: BenchContext, wanted: WantedTenants): Promise<Lineup> {
  const redis = await startRedis(context, 'redis');
  const places = {
    redis: { redisUrl: redis.url, dataDir: join(context.folder, 'unused') },
    embedded: { redisUrl: null, dataDir: join(context.folder, 'embedded') },
  };
  context.say(`making ${wanted.accounts} accounts on each store`);
  const tenants = {
    redis: await createTenants(places.redis, wanted),
    embedded: await createTenants(places.embedded, wanted),
  };
  await writePeerData(redis.client, tenants.redis);
  const load = await startLoad(context);
  for (const [name, set] of Object.entries(tenants)) load.learn(name, set.map(loadTenantOf));
  const subjects = await startSubjects(context, redis, places);
  const end = async () => void (await Promise.all(subjects.map(({ program }) => program.end())));
  return { load, subjects, places, tenants, end, close: () => redis.close() };
}

export function loadTenantOf({ key, servers, siteId }: Tenant) {
  return { key, siteId, serverIds: servers.map(({ id }) => id) };
}

async function startSubjects(context: BenchContext, redis: BenchRedis, places: Lineup['places']): Promise<Subject[]> {
  const subject = (name: string, program: Beside): Subject => {
    return { name, program, tenants: 'redis', cpuPid: program.pid, redisPid: redis.pid };
  };
  const one = await startService(context, { name: 'service-redis', ...places.redis });
  const two = await startService(context, { name: 'service-two', workers: 2, ...places.redis });
  const embedded = await startService(context, { name: 'service-embedded', ...places.embedded });
  const subjects = [
    subject(PROGRAMS.redis, one),
    // The work is done by its children.
    { ...subject(PROGRAMS.twoProcesses, two), cpuPid: null },
    { ...subject(PROGRAMS.embedded, embedded), tenants: 'embedded', redisPid: null },
  ];
  for (const [name, file] of PEER_FILES) subjects.push(subject(name, await startBeside(context, file, [redis.url])));
  subjects.push(subject(PROGRAMS.oneScript, await startBeside(context, 'floors/one-script', [redis.url])));
  const constant = subject(PROGRAMS.constant, await startBeside(context, 'floors/constant', []));
  return [...subjects, { ...constant, redisPid: null }];
}
