import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { writePeerData } from '../peers/peer-data.ts';
import { startBeside } from '../processes/beside.ts';
import { type BenchRedis, startRedis } from '../processes/redis.ts';
import { startService } from '../processes/service.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { createTenants, type Tenant, type WantedTenants } from '../product/create-tenants.ts';
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

/** A Redis of its own, and those who vote on it. */
interface Side {
  readonly place: StoreOptions;
  readonly tenants: readonly Tenant[];
  readonly redis: BenchRedis;
  readonly subjects: readonly Subject[];
}

interface Wish {
  readonly wanted: WantedTenants;
  readonly peer: string;
}

/** Measures the service and the fastest peer on Redis as it is run in production, beside the same on one that keeps nothing. Both are empty at first. */
export async function measureAppendOnly(context: BenchContext, lineup: Lineup, wish: Wish): Promise<AppendOnly> {
  for (const { program } of lineup.subjects) program.hold();
  const without = await startSide(context, lineup, { ...wish, isProduction: false });
  const withLog = await startSide(context, lineup, { ...wish, isProduction: true });
  const subjects = [...without.subjects, ...withLog.subjects];
  const rounds = await measureRounds(context, lineup.load, { subjects, workload: 'fresh votes' });
  for (const { place, tenants, redis, subjects: of } of [without, withLog]) {
    for (const { program } of of) await program.end();
    const [ours] = of;
    await checkCounted(place, tenants, {
      answered: rounds.succeeded.get(ours?.name ?? '') ?? 0,
      cutOff: rounds.cutOff,
    });
    await redis.close();
  }
  for (const { program } of lineup.subjects) program.goOn();
  return { rounds, peer: wish.peer };
}

async function startSide(
  context: BenchContext,
  { load }: Lineup,
  { wanted, peer, isProduction }: Wish & { readonly isProduction: boolean },
): Promise<Side> {
  const side = isProduction ? 'append-only' : 'kept-nowhere';
  const redis = await startRedis(context, `redis-${side}`, { isProduction });
  const place = { redisUrl: redis.url, dataDir: join(context.folder, 'unused') };
  const tenants = await createTenants(place, wanted);
  await writePeerData(redis.client, tenants);
  load.learn(side, tenants.map(loadTenantOf));
  const service = await startService(context, { name: `service-${side}`, ...place });
  const [, peerFile = ''] = PEER_FILES.find(([name]) => name === peer) ?? [];
  const beside = await startBeside(context, peerFile, [redis.url]);
  const subjects = [
    { name: PROGRAMS.redis, program: service },
    { name: peer, program: beside },
  ].map(({ name, program }) => ({
    name: isProduction ? nameWithLog(name) : name,
    program,
    cpuPid: program.pid,
    tenants: side,
    redisPid: redis.pid,
  }));
  return { place, tenants, redis, subjects };
}

/** The peer that the service comes off worst against. */
export function fastestPeerOf(rounds: Rounds): string {
  const ratios = PEER_FILES.map(([name]) => ({ name, ratio: ratioOf(rounds, PROGRAMS.redis, name) }));
  return ratios.reduce((least, each) => (each.ratio < least.ratio ? each : least)).name;
}

/** Votes a second of the service for those of the peer, both on a Redis that keeps a log of writes. */
export function appendOnlyAgainstPeer({ rounds, peer }: AppendOnly): number {
  return ratioOf(rounds, nameWithLog(PROGRAMS.redis), nameWithLog(peer));
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
      rate(nameWithLog(name)),
      ratioOf(rounds, nameWithLog(name), name).toFixed(2),
      p99(name),
      p99(nameWithLog(name)),
      micros(name),
      micros(nameWithLog(name)),
      ratioOfMicros(rounds, name).toFixed(2),
    ]),
  };
}

function nameWithLog(name: string): string {
  return `${name}, appendonly`;
}

function ratioOfMicros({ samples }: Rounds, name: string): number {
  const without = samples.get(name) ?? [];
  return median(
    (samples.get(nameWithLog(name)) ?? []).map((sample, round) => {
      const under = without[round];
      return microsOf(sample) / (under === undefined ? Number.NaN : microsOf(under));
    }),
  );
}

function microsOf({ redisCpuMicros }: Sample): number {
  return redisCpuMicros ?? Number.NaN;
}
