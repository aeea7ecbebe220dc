import type { Costs } from './costs.ts';

/** What people do, and how full things may get. Visitors differ; these are the figures to change for others. */
export const ASSUMED = {
  /** Pages with widgets that a visitor opens in a day; each is one check, however many widgets it has. */
  checksPerVisitor: 2,
  votesPerVisitor: 1,
  /** The busiest seconds of a day against its mean. */
  peak: 3,
  /** Share of a core, of memory and of a disk that may be used at the peak. */
  fill: 0.5,
  redisBytes: 64 * 2 ** 30,
  diskBytes: 500 * 10 ** 9,
  /** A master and two replicas of it, so that one of them may be away. */
  nodesPerShard: 3,
  /** What Redis recommends as the largest Cluster. */
  clusterNodes: 1_000,
} as const;

/** A process, and a Redis, works on one core. */
export const RESOURCES = ['processes, processor', 'Redis, processor', 'Redis, memory', 'disk'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Visitors a day that something carries. */
export type Carries = Readonly<Partial<Record<Resource, number>>>;

/** What a number of visitors a day takes on Redis. */
export interface Needs {
  readonly votesPerSecond: number;
  readonly checksPerSecond: number;
  readonly processes: number;
  /** Shards by processor time and by memory: the larger one is how many there have to be. */
  readonly shardsByProcessor: number;
  readonly shardsByMemory: number;
  /** What of so many processes and shards is used up first when more visitors come. */
  readonly first: Resource;
  /** Clusters that all shards with their replicas take; accounts have to be shared out among several by hand. */
  readonly clusters: number;
  readonly memoryBytes: number;
}

const DAY_SECONDS = 86_400;
/** Redis keeps a lock for its 12 hours and a day more. */
export const LOCK_HOURS = 36;

/** One process on the embedded store. */
export function embeddedCarries(costs: Costs, logDays: number): Carries {
  const micros = perVisitor(costs.embeddedVoteMicros, costs.embeddedCheckMicros);
  return {
    'processes, processor': visitorsPerCore(micros),
    disk: (ASSUMED.diskBytes * ASSUMED.fill) / (costs.diskBytes * ASSUMED.votesPerVisitor * logDays),
  };
}

/** So many processes on so many shards of Redis. */
export interface Setup {
  readonly processes: number;
  readonly shards: number;
  readonly logDays: number;
}

/** What processes and shards carry, where each Redis keeps its log of writes on disk. */
export function redisCarries(costs: Costs, { processes, shards, logDays }: Setup): Carries {
  const redisMicros = perVisitor(durableVoteMicros(costs), costs.checkRedisMicros);
  return {
    'processes, processor': processes * visitorsPerCore(perVisitor(costs.voteMicros, costs.checkMicros)),
    'Redis, processor': shards * visitorsPerCore(redisMicros),
    'Redis, memory': (shards * ASSUMED.redisBytes * ASSUMED.fill) / bytesPerVisitor(costs, logDays),
  };
}

/** Processor time of Redis for a vote, its log of writes included. */
export function durableVoteMicros({ voteRedisMicros, appendOnlyRatio }: Costs): number {
  return voteRedisMicros * appendOnlyRatio;
}

/** What runs out first, and at how many visitors a day. */
export function firstBottleneck(carries: Carries): { readonly resource: Resource; readonly visitors: number } {
  const known = RESOURCES.map((resource) => ({ resource, visitors: carries[resource] ?? Number.POSITIVE_INFINITY }));
  return known.reduce((least, each) => (each.visitors < least.visitors ? each : least));
}

/** How much of what may be used of each resource so many visitors a day use; above 1 it does not carry them. */
export function fullnessOf(carries: Carries, visitors: number): Carries {
  return Object.fromEntries(Object.entries(carries).map(([resource, most]) => [resource, visitors / most]));
}

/** What so many visitors a day take. */
export function needsOf(costs: Costs, visitors: number, logDays: number): Needs {
  const perSecond = (each: number) => (visitors * each * ASSUMED.peak) / DAY_SECONDS;
  const one = redisCarries(costs, { processes: 1, shards: 1, logDays });
  const of = (resource: Resource) => Math.ceil(visitors / (one[resource] ?? Number.NaN));
  const [shardsByProcessor, shardsByMemory] = [of('Redis, processor'), of('Redis, memory')];
  const shards = Math.max(shardsByProcessor, shardsByMemory);
  const processes = of('processes, processor');
  return {
    votesPerSecond: perSecond(ASSUMED.votesPerVisitor),
    checksPerSecond: perSecond(ASSUMED.checksPerVisitor),
    processes,
    shardsByProcessor,
    shardsByMemory,
    first: firstBottleneck(redisCarries(costs, { processes, shards, logDays })).resource,
    clusters: Math.ceil((shards * ASSUMED.nodesPerShard) / ASSUMED.clusterNodes),
    memoryBytes: visitors * bytesPerVisitor(costs, logDays),
  };
}

function perVisitor(voteMicros: number, checkMicros: number): number {
  return ASSUMED.votesPerVisitor * voteMicros + ASSUMED.checksPerVisitor * checkMicros;
}

function visitorsPerCore(microsPerVisitor: number): number {
  return (DAY_SECONDS * 1e6 * ASSUMED.fill) / ASSUMED.peak / microsPerVisitor;
}

function bytesPerVisitor({ lockBytes, logBytes }: Costs, logDays: number): number {
  return ASSUMED.votesPerVisitor * ((lockBytes * LOCK_HOURS) / 24 + logBytes * logDays);
}
