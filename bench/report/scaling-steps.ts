import {
  type Carries,
  embeddedCarries,
  firstBottleneck,
  fullnessOf,
  needsOf,
  RESOURCES,
  redisCarries,
} from './capacity.ts';
import type { Costs } from './costs.ts';
import type { Table } from './tables.ts';

/** One way of running the service, from one process to as many shards as it takes. */
interface Step {
  readonly name: string;
  /** What it carries when the log is kept for so many days. */
  carries(logDays: number): Carries;
}

/** How long the log is kept by default, and how long it is worth keeping where memory is dear. */
export const LOG_DAYS = [90, 7] as const;
/** A machine as one rents it: a core for Redis, the others for the service. */
export const MACHINE_CORES = 8;
/** As many as one begins a Cluster with: the least is three. */
const CLUSTER_SHARDS = 6;

/** How many visitors a day each step carries, and what runs out first there. */
export function carriesTable(costs: Costs): Table {
  return {
    title: 'Visitors a day',
    heading: ['Step', ...LOG_DAYS.flatMap((days) => [`log of ${days} days`, 'runs out first'])],
    rows: stepsOf(costs).map(({ name, carries }) => [
      name,
      ...LOG_DAYS.flatMap((days) => {
        const { visitors, resource } = firstBottleneck(carries(days));
        return [millions(visitors), resource];
      }),
    ]),
  };
}

/** How full each resource of each step is with so many visitors a day, and which of them is the first bottleneck. */
export function fullnessTable(costs: Costs, visitors: number): Table {
  const rows = LOG_DAYS.flatMap((logDays) =>
    [...stepsOf(costs), enoughFor(costs, visitors, logDays)].map(({ name, carries }) => {
      const fullness = fullnessOf(carries(logDays), visitors);
      const first = firstBottleneck(carries(logDays)).resource;
      return [
        `${name}, log of ${logDays} days`,
        ...RESOURCES.map((resource) => percent(fullness[resource])),
        first,
        (fullness[first] ?? 0) > 1 ? 'no' : 'yes',
      ];
    }),
  );
  return {
    title: `${millions(visitors)} visitors a day: how much of what may be used is used`,
    heading: ['Step', ...RESOURCES, 'first bottleneck', 'carried'],
    rows,
  };
}

/** `5.8 million` */
export function millions(visitors: number): string {
  return `${(visitors / 1e6).toLocaleString('en-US', { maximumSignificantDigits: 2 })} million`;
}

function stepsOf(costs: Costs): Step[] {
  const onRedis = (name: string, processes: number, shards: number): Step => ({
    name,
    carries: (logDays) => redisCarries(costs, { processes, shards, logDays }),
  });
  const ofMachine = MACHINE_CORES - 1;
  const most = mostOfOneRedis(costs);
  return [
    {
      name: 'one machine, embedded store, which has one process',
      carries: (logDays) => embeddedCarries(costs, logDays),
    },
    onRedis('one process, one Redis', 1, 1),
    onRedis(`one machine: ${ofMachine} processes, one Redis`, ofMachine, 1),
    onRedis(`one Redis with ${most} processes`, most, 1),
    onRedis(
      `a Cluster of ${CLUSTER_SHARDS} shards, ${CLUSTER_SHARDS * most} processes`,
      CLUSTER_SHARDS * most,
      CLUSTER_SHARDS,
    ),
  ];
}

/** As many shards and processes as so many visitors take. */
function enoughFor(costs: Costs, visitors: number, logDays: number): Step {
  const { processes, shardsByMemory, shardsByProcessor } = needsOf(costs, visitors, logDays);
  const shards = Math.max(shardsByMemory, shardsByProcessor);
  return {
    name: `as many as it takes: ${whole(shards)} ${shards === 1 ? 'Redis' : 'shards'}, ${whole(processes)} ${processes === 1 ? 'process' : 'processes'}`,
    carries: (days) => redisCarries(costs, { processes, shards, logDays: days }),
  };
}

/** Processes that keep the processor of one Redis as busy as it may be. */
function mostOfOneRedis(costs: Costs): number {
  const one = redisCarries(costs, { processes: 1, shards: 1, logDays: Math.min(...LOG_DAYS) });
  return Math.ceil((one['Redis, processor'] ?? 0) / (one['processes, processor'] ?? 1));
}

function percent(share: number | undefined): string {
  if (share === undefined) return '';
  return share < 0.005 ? 'below 1 %' : `${Math.round(share * 100).toLocaleString('en-US')} %`;
}

function whole(value: number): string {
  return value.toLocaleString('en-US');
}
