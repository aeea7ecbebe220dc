import {
  ASSUMED,
  embeddedCarries,
  firstBottleneck,
  LOCK_HOURS,
  type Needs,
  needsOf,
  redisCarries,
} from './capacity.ts';
import type { Costs } from './costs.ts';
import { markdownTable, type Table } from './tables.ts';

/** How long the log is kept by default, and how long it is worth keeping where memory is dear. */
const LONG_LOG_DAYS = 90;
const SHORT_LOG_DAYS = 7;
/** A machine as one rents it: a core for Redis, the others for the service. */
const MACHINE_CORES = 8;

/** Where costs come from. */
export interface Origin {
  /** ISO 8601, of the last of them. */
  readonly date: string;
  /** What was measured, named once each. */
  readonly sources: readonly string[];
}

/** The text of docs/scaling.md. */
export function writeScaling(costs: Costs, { date, sources }: Origin): string {
  return `${[
    '# Scaling',
    `Worked out by \`npm run bench\` on ${date.slice(0, 10)} from what it measured of ${sources.join(' and of ')} on the machine that [performance](performance.md) names; do not edit. A faster machine carries more in proportion.`,
    '## What it is worked out from',
    markdownTable(costsTable(costs)),
    `A visitor opens ${ASSUMED.checksPerVisitor} pages with widgets a day (one check each, here of 20 servers) and casts ${ASSUMED.votesPerVisitor} vote. The busiest seconds have ${ASSUMED.peak} times the mean. Cores, memory and disks are half full at the peak. A Redis has 64 GiB, a disk 500 GB. The Redis that was measured keeps nothing on disk: its log of writes (\`appendonly\`) takes processor time as well, so leave it more than half where the processor of Redis is what runs out. Content and browser files come from memory and from caches in front, and are left out.`,
    '## How far each step carries',
    markdownTable(stepsTable(costs)),
    'Move up a step when what runs out first is half used: the metrics of [operations](operations.md) show it. From the first step to the second `server-vote copy` takes everything along. Where memory runs out first, `VOTE_LOG_DAYS` is the cheapest cure: `server-vote export votes` keeps what is older, and no lock depends on the log.',
    '## What a number of visitors takes',
    markdownTable(needsTable(costs)),
    'Processes hold no state and stand behind any balancer. In a Cluster all keys of an account are in one slot, so accounts spread over the shards by themselves, and one account can grow as far as one shard carries.',
    `\`Clusters\` counts ${ASSUMED.nodesPerShard} nodes a shard, a master and two replicas, and ${whole(ASSUMED.clusterNodes)} nodes a Cluster, which is as many as Redis recommends. Several of them are several installations, each with accounts and an address of its own.`,
    'What is left out here: the network (about a kilobyte in and out for each request), the memory of replicas (as much again for each), and cores for the system.',
  ].join('\n\n')}\n`;
}

function costsTable(costs: Costs): Table {
  const row = (what: string, value: number, unit: string) => [what, `${value.toFixed(1)} ${unit}`];
  return {
    title: 'Measured costs',
    heading: ['What', 'each'],
    rows: [
      row('a vote by a site, process of the service on Redis', costs.voteMicros, 'µs'),
      row('a vote by a site, Redis', costs.voteRedisMicros, 'µs'),
      row('a check of 20 servers by a site, process of the service on Redis', costs.checkMicros, 'µs'),
      row('a check of 20 servers by a site, Redis', costs.checkRedisMicros, 'µs'),
      row('a vote by a site, process on the embedded store', costs.embeddedVoteMicros, 'µs'),
      row('a check of 20 servers by a site, process on the embedded store', costs.embeddedCheckMicros, 'µs'),
      row(`a lock in Redis, for ${LOCK_HOURS} hours`, costs.lockBytes, 'bytes'),
      row('a log entry in Redis, for `VOTE_LOG_DAYS`', costs.logBytes, 'bytes'),
      row('both on the disk of the embedded store', costs.diskBytes, 'bytes'),
    ],
  };
}

function stepsTable(costs: Costs): Table {
  const processes = MACHINE_CORES - 1;
  const most = mostOfOneRedis(costs);
  const steps = [
    ['one process, embedded store', (days: number) => embeddedCarries(costs, days)],
    ['one process, one Redis', (logDays: number) => redisCarries(costs, { processes: 1, shards: 1, logDays })],
    [
      `one machine: ${processes} processes, one Redis`,
      (logDays: number) => redisCarries(costs, { processes, shards: 1, logDays }),
    ],
    [
      `one Redis with ${most} processes`,
      (logDays: number) => redisCarries(costs, { processes: most, shards: 1, logDays }),
    ],
    [
      `a Cluster of 6 shards, ${6 * most} processes`,
      (logDays: number) => redisCarries(costs, { processes: 6 * most, shards: 6, logDays }),
    ],
  ] as const;
  return {
    title: 'Visitors a day',
    heading: ['Step', 'log of 90 days', 'runs out first', 'log of 7 days', 'runs out first'],
    rows: steps.map(([name, carries]) => {
      const long = firstBottleneck(carries(LONG_LOG_DAYS));
      const short = firstBottleneck(carries(SHORT_LOG_DAYS));
      return [name, visitorsText(long.visitors), long.resource, visitorsText(short.visitors), short.resource];
    }),
  };
}

/** Processes that keep the processor of one Redis as busy as it may be. */
function mostOfOneRedis(costs: Costs): number {
  const one = redisCarries(costs, { processes: 1, shards: 1, logDays: SHORT_LOG_DAYS });
  return Math.ceil((one['Redis, processor'] ?? 0) / (one.processes ?? 1));
}

function needsTable(costs: Costs): Table {
  const rows = [1e6, 1e7, 1e8, 1e9, 1e10].flatMap((visitors) =>
    [LONG_LOG_DAYS, SHORT_LOG_DAYS].map((logDays) => {
      const needs = needsOf(costs, visitors, logDays);
      const { shardsByProcessor, shardsByMemory } = needs;
      return [
        `${visitorsText(visitors)}, log of ${logDays} days`,
        whole(needs.votesPerSecond),
        whole(needs.checksPerSecond),
        whole(needs.processes),
        whole(Math.max(shardsByProcessor, shardsByMemory)),
        bottleneckOf(needs),
        whole(needs.clusters),
        `${whole(needs.memoryBytes / 2 ** 30)} GiB`,
      ];
    }),
  );
  return {
    title: 'At the peak',
    heading: [
      'Visitors a day',
      'votes/s',
      'checks/s',
      'processes',
      'shards',
      'of Redis, runs out first',
      'Clusters',
      'all memory',
    ],
    rows,
  };
}

/** Of Redis, as processes can be added without end. */
function bottleneckOf({ firstOfShard, clusters }: Needs): string {
  return `${firstOfShard} of a shard${clusters > 1 ? ', then nodes of a Cluster' : ''}`;
}

function visitorsText(visitors: number): string {
  return `${(visitors / 1e6).toLocaleString('en-US', { maximumSignificantDigits: 2 })} million`;
}

function whole(value: number): string {
  return Math.ceil(value).toLocaleString('en-US');
}
