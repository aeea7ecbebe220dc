import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext, Benchmark, Findings } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import { startRedis } from '../processes/redis.ts';
import { startService } from '../processes/service.ts';
import { createTenants } from '../product/create-tenants.ts';
import { type ProfileSummary, readProfile, type SelfTime } from './read-profile.ts';

const ACCOUNTS = 2048;
const CONNECTIONS = 50;
const WARM_UP_SECONDS = 2;
const FUNCTIONS = 45;
const PLACES = 30;

/** Where the service spends its time under POST /vote. */
export const profileBenchmark: Benchmark = {
  name: 'profile',
  title: 'Profile of POST /vote',
  onlyByName: true,
  isUnreported: true,
  method: [
    'The service runs under `node --cpu-prof` with 50 connections casting votes, on each store. Self time: what a function or file took itself, without what it called, of all time that was not idle. Code inside node counts under node:.',
  ],
  async run(context) {
    const redis = await startRedis(context, 'redis');
    const onRedis = await profileService(context, 'redis', redis.url);
    await redis.close();
    const embedded = await profileService(context, 'embedded', null);
    return {
      tables: [...tablesOf('on Redis', onRedis), ...tablesOf('on the embedded store', embedded)],
      claims: [],
      figures: { onRedis, embedded },
    } satisfies Findings;
  },
};

async function profileService(context: BenchContext, name: string, redisUrl: string | null): Promise<ProfileSummary> {
  const place = { redisUrl, dataDir: join(context.folder, `data-${name}`) };
  const tenants = await createTenants(place, { accounts: ACCOUNTS, serversEach: 1 });
  const load = await startLoad(context);
  load.learn(
    name,
    tenants.map(({ key, siteId, servers }) => ({ key, siteId, serverIds: servers.map(({ id }) => id) })),
  );
  const folder = join(context.folder, `profile-${name}`);
  const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200'];
  const service = await startService(context, { name: `service-${name}`, ...place, nodeArgs });
  const order = { url: service.url, workload: 'fresh votes', tenants: name, connections: CONNECTIONS } as const;
  await load.run({ ...order, seconds: WARM_UP_SECONDS });
  await load.run({ ...order, seconds: context.seconds });
  await service.end();
  return readProfile(readOnlyProfile(folder), process.cwd());
}

function readOnlyProfile(folder: string) {
  const [file] = readdirSync(folder);
  if (file === undefined) throw new Error('The service left no profile.');
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

function tablesOf(where: string, { functions, places, idleShare }: ProfileSummary) {
  const rowsOf = (times: readonly SelfTime[]) =>
    times.map(({ name, share }) => [name, `${(share * 100).toFixed(1)} %`] as const);
  const idle = `idle ${(idleShare * 100).toFixed(0)} % of the time`;
  return [
    {
      title: `By file or package, ${where} (${idle})`,
      heading: ['Place', 'self'],
      rows: rowsOf(places.slice(0, PLACES)),
    },
    { title: `By function, ${where}`, heading: ['Function', 'self'], rows: rowsOf(functions.slice(0, FUNCTIONS)) },
  ];
}
