import { join } from 'node:path';
import type { BenchContext, Benchmark, Findings } from '../benchmark.ts';
import { type LoadProcess, startLoad } from '../load/load-process.ts';
import { startBeside } from '../processes/beside.ts';
import { type BenchRedis, startRedis } from '../processes/redis.ts';
import { startService } from '../processes/service.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { createTenants, type Tenant } from '../product/create-tenants.ts';
import { checkCounted } from './check-counted.ts';
import { measureRounds, type Subject } from './measure-rounds.ts';
import { summarise } from './summarise.ts';

/** Enough that no key comes near a limit, and that a key casts about as many votes as at 30 a minute between two looks at the store. */
const ACCOUNTS = 2048;

/** POST /vote through the built service on both stores, beside its floors. */
export const voteBenchmark: Benchmark = {
  name: 'vote',
  title: 'POST /vote',
  method: [
    `Each request is a vote of a new voter, by 50 keep-alive connections, spread over ${ACCOUNTS} accounts with a key and a server each; no limit refuses any, and a round with one other answer than a counted vote fails the run.`,
    'The service runs as in production, one process, with keys, limits, limit headers, metrics and the request log (to a file) on.',
    '"Floor, one script" is a bare node:http server that parses the same request body and runs the same cast-vote.lua on the same Redis, and checks nothing. "Floor, constant" answers a constant.',
    'All programs are up at once and loaded in turn, in another order each round, after a second of warming up. Figures are medians over the rounds; ratios are medians of the ratios within a round.',
    'Load, service and Redis share the cores, so processor time per vote, of the measured process and of Redis, tells more than votes a second. The embedded store flushes each vote to disk before it answers; this Redis keeps nothing on disk.',
    'Afterwards the totals in the stores are compared with the answers that were given.',
  ],
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const redis = await startRedis(context, 'redis');
  const places = {
    redis: { redisUrl: redis.url, dataDir: join(context.folder, 'unused') },
    embedded: { redisUrl: null, dataDir: join(context.folder, 'embedded') },
  };
  context.say(`making ${ACCOUNTS} accounts on each store`);
  const wanted = { accounts: ACCOUNTS, serversEach: 1 };
  const tenants = {
    redis: await createTenants(places.redis, wanted),
    embedded: await createTenants(places.embedded, wanted),
  };
  const load = await startLoad(context);
  learn(load, tenants);
  const services = await startSubjects(context, { redis, places });
  const rounds = await measureRounds(context, load, services.subjects);
  await services.end();
  const { answered, cutOff } = rounds;
  await checkCounted(places.redis, tenants.redis, { answered: answered['service on Redis'], cutOff });
  await checkCounted(places.embedded, tenants.embedded, { answered: answered['service, embedded store'], cutOff });
  await redis.close();
  return summarise(rounds);
}

function learn(load: LoadProcess, tenants: Readonly<Record<string, readonly Tenant[]>>): void {
  for (const [name, set] of Object.entries(tenants)) {
    load.learn(
      name,
      set.map(({ key, servers }) => ({ key, serverIds: servers.map(({ id }) => id) })),
    );
  }
}

async function startSubjects(
  context: BenchContext,
  { redis, places }: { readonly redis: BenchRedis; readonly places: Record<'redis' | 'embedded', StoreOptions> },
): Promise<{ readonly subjects: readonly Subject[]; end(): Promise<void> }> {
  const onRedis = await startService(context, { name: 'service-redis', ...places.redis });
  const embedded = await startService(context, { name: 'service-embedded', ...places.embedded });
  const oneScript = await startBeside(context, 'floors/one-script', [redis.url]);
  const constant = await startBeside(context, 'floors/constant', []);
  return {
    subjects: [
      { name: 'service on Redis', program: onRedis, tenants: 'redis', redisPid: redis.pid },
      { name: 'service, embedded store', program: embedded, tenants: 'embedded', redisPid: null },
      { name: 'floor, one script', program: oneScript, tenants: 'redis', redisPid: redis.pid },
      { name: 'floor, constant', program: constant, tenants: 'redis', redisPid: null },
    ],
    async end() {
      await Promise.all([onRedis, embedded, oneScript, constant].map((program) => program.end()));
    },
  };
}
