import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { writePeerData } from '../peers/peer-data.ts';
import { startBeside } from '../processes/beside.ts';
import { startRedis } from '../processes/redis.ts';
import { startService } from '../processes/service.ts';
import { createTenants, type WantedTenants } from '../product/create-tenants.ts';
import type { Table } from '../report/tables.ts';
import { ratioOf } from '../rounds/compare.ts';
import { measureRounds, type Rounds, type Sample, type Subject } from '../rounds/measure-rounds.ts';
import { type Lineup, loadTenantOf, PEER_FILES, PROGRAMS } from '../rounds/programs.ts';
import { median } from '../statistics.ts';
import { checkCounted } from './check-counted.ts';

/** Votes on Redis with its log of writes and without, of ours and of one peer. */
export interface AppendOnly {
  readonly rounds: Rounds;
  readonly peer: string;
}

const TENANTS = 'append-only';

/** Measures the service and the fastest peer on Redis as it is run in production, beside the same on the Redis of the lineup. */
export async function measureAppendOnly(
  context: BenchContext,
  lineup: Lineup,
  { wanted, peer }: { readonly wanted: WantedTenants; readonly peer: string },
): Promise<AppendOnly> {
  const redis = await startRedis(context, 'redis-append-only', { isProduction: true });
  const place = { redisUrl: redis.url, dataDir: join(context.folder, 'unused') };
  const tenants = await createTenants(place, wanted);
  await writePeerData(redis.client, tenants);
  lineup.load.learn(TENANTS, tenants.map(loadTenantOf));
  const onIt = { tenants: TENANTS, redisPid: redis.pid };
  const service = await startService(context, { name: 'service-append-only', ...place });
  const [, peerFile = ''] = PEER_FILES.find(([name]) => name === peer) ?? [];
  const beside = await startBeside(context, peerFile, [redis.url]);
  const added: Subject[] = [
    { name: withLog(PROGRAMS.redis), program: service, cpuPid: service.pid, ...onIt },
    { name: withLog(peer), program: beside, cpuPid: beside.pid, ...onIt },
  ];
  // Those that are compared come one after the other.
  const subjects = [PROGRAMS.redis, peer].flatMap((name) =>
    [...lineup.subjects, ...added].filter((subject) => subject.name === name || subject.name === withLog(name)),
  );
  const others = lineup.subjects.filter((subject) => !subjects.includes(subject));
  for (const { program } of others) program.hold();
  const rounds = await measureRounds(context, lineup.load, { subjects, workload: 'fresh votes' });
  for (const { program } of others) program.goOn();
  for (const { program } of added) await program.end();
  const answered = rounds.succeeded.get(withLog(PROGRAMS.redis)) ?? 0;
  await checkCounted(place, tenants, { answered, cutOff: rounds.cutOff });
  await redis.close();
  return { rounds, peer };
}

/** The peer that the service comes off worst against. */
export function fastestPeerOf(rounds: Rounds): string {
  const ratios = PEER_FILES.map(([name]) => ({ name, ratio: ratioOf(rounds, PROGRAMS.redis, name) }));
  return ratios.reduce((least, each) => (each.ratio < least.ratio ? each : least)).name;
}

/** What a vote takes of the processor of a Redis that keeps a log of writes, for what it takes of one that does not. */
export function appendOnlyRatio({ rounds }: AppendOnly): number {
  return ratioOfMicros(rounds, PROGRAMS.redis);
}

export function appendOnlyTable({ rounds, peer }: AppendOnly): Table {
  const per = (name: string, read: (sample: Sample) => number) => median((rounds.samples.get(name) ?? []).map(read));
  const rate = (name: string) => Math.round(per(name, ({ perSecond }) => perSecond)).toLocaleString('en-US');
  const p99 = (name: string) => per(name, ({ p99Ms }) => p99Ms).toFixed(2);
  const micros = (name: string) => per(name, microsOf).toFixed(1);
  return {
    title: 'POST /vote on a Redis that keeps its log of writes (appendonly, everysec) against one that keeps nothing',
    heading: [
      'Program',
      'votes/s without',
      'with',
      'ratio',
      'p99 ms without',
      'with',
      'Redis µs/vote without',
      'with',
      'ratio',
    ],
    rows: [PROGRAMS.redis, peer].map((name) => [
      name,
      rate(name),
      rate(withLog(name)),
      ratioOf(rounds, withLog(name), name).toFixed(2),
      p99(name),
      p99(withLog(name)),
      micros(name),
      micros(withLog(name)),
      ratioOfMicros(rounds, name).toFixed(2),
    ]),
  };
}

function withLog(name: string): string {
  return `${name}, appendonly`;
}

function ratioOfMicros({ samples }: Rounds, name: string): number {
  const without = samples.get(name) ?? [];
  return median(
    (samples.get(withLog(name)) ?? []).map((sample, round) => {
      const under = without[round];
      return microsOf(sample) / (under === undefined ? Number.NaN : microsOf(under));
    }),
  );
}

function microsOf({ redisCpuMicros }: Sample): number {
  return redisCpuMicros ?? Number.NaN;
}
