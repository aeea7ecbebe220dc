import { ASSUMED, durableVoteMicros, LOCK_HOURS, type Needs, needsOf } from './capacity.ts';
import type { Costs } from './costs.ts';
import { carriesTable, fullnessTable, LOG_DAYS, MACHINE_CORES, millions } from './scaling-steps.ts';
import { markdownTable, type Table } from './tables.ts';

/** Where costs come from. */
export interface Origin {
  /** ISO 8601, of the last of them. */
  readonly date: string;
  /** What was measured, named once each. */
  readonly sources: readonly string[];
}

/** Visitors a day that each step is looked at with: many, and a thousand times as many. */
const LOOKED_AT = [1e7, 1e10] as const;

/** The text of docs/scaling.md. */
export function writeScaling(costs: Costs, { date, sources }: Origin): string {
  return `${[
    '# Scaling',
    `Worked out by \`npm run bench\` on ${date.slice(0, 10)} from what it measured of ${sources.join(' and of ')} on the machine that [performance](performance.md) names; do not edit. A faster machine carries more in proportion.`,
    '## What it is worked out from',
    markdownTable(costsTable(costs)),
    `A visitor opens ${ASSUMED.checksPerVisitor} pages with widgets a day (one check each, here of 20 servers) and casts ${ASSUMED.votesPerVisitor} vote. The busiest seconds have ${ASSUMED.peak} times the mean. Cores, memory and disks are half full at the peak. A machine has ${MACHINE_CORES} cores, one of them for Redis and the others for the service; a Redis has 64 GiB, a disk 500 GB. What one Redis carries is what it carries with its log of writes on disk, as [operations](operations.md) has it (\`appendonly yes\`, \`appendfsync everysec\`): of votes by a site it was measured without, and takes as many times more with it as a vote with a key does, of which both were measured in turn. Content and browser files come from memory and from caches in front, and are left out.`,
    '## How far each step carries',
    markdownTable(carriesTable(costs)),
    'A process works on one core, and so does a Redis. The embedded store has one process; more of them need Redis. Move up a step when what runs out first is half used: the metrics of [operations](operations.md) show it. From the first step to the second `server-vote copy` takes everything along. Where memory runs out first, `VOTE_LOG_DAYS` is the cheapest cure: `server-vote export votes` keeps what is older, and no lock depends on the log.',
    '## What is the bottleneck',
    ...LOOKED_AT.map((visitors) => markdownTable(fullnessTable(costs, visitors))),
    'At 100 % a resource is as full at the peak as it may be, which is half. Where a step does not carry the visitors, its first bottleneck is what to have more of; where it does, it is what will be missing first.',
    '## What a number of visitors takes',
    markdownTable(needsTable(costs)),
    'Processes hold no state and stand behind any balancer. In a Cluster all keys of an account are in one slot, so accounts spread over the shards by themselves, and one account can grow as far as one shard carries.',
    `\`Clusters\` counts ${ASSUMED.nodesPerShard} nodes a shard, a master and two replicas, and ${whole(ASSUMED.clusterNodes)} nodes a Cluster, which is as many as Redis recommends. Several of them are several installations, each with accounts and an address of its own.`,
    'What is left out here: the network (about a kilobyte in and out for a vote; the answer to a check has as much as the names, descriptions and pictures of its servers take), the memory of replicas (as much again for each), the disks of Redis, which rewrites its log when that has doubled, and cores for the system and for these rewrites. The costs are those of a Redis as busy as it can be, where votes of one moment share a call: of those that are spread over many shards fewer do, so that a Cluster takes more processor time for a vote, at most what a call for each takes (the one-script floor in [performance](performance.md)).',
  ].join('\n\n')}\n`;
}

function costsTable(costs: Costs): Table {
  const row = (what: string, value: number, unit: string) => [what, `${value.toFixed(1)} ${unit}`];
  return {
    title: 'Measured costs',
    heading: ['What', 'each'],
    rows: [
      row('a vote by a site, process of the service on Redis', costs.voteMicros, 'µs'),
      row('a vote by a site, Redis that keeps nothing on disk', costs.voteRedisMicros, 'µs'),
      ['a vote on Redis with its log of writes, against one without', costs.appendOnlyRatio.toFixed(2)],
      row('a vote by a site, Redis with its log of writes (worked out from both)', durableVoteMicros(costs), 'µs'),
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

function needsTable(costs: Costs): Table {
  const rows = [1e6, 1e7, 1e8, 1e9, 1e10].flatMap((visitors) =>
    LOG_DAYS.map((logDays) => {
      const needs = needsOf(costs, visitors, logDays);
      const { shardsByProcessor, shardsByMemory } = needs;
      return [
        `${millions(visitors)}, log of ${logDays} days`,
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
      'first bottleneck',
      'Clusters',
      'all memory',
    ],
    rows,
  };
}

function bottleneckOf({ first, clusters }: Needs): string {
  return `${first}${clusters > 1 ? ', then nodes of a Cluster' : ''}`;
}

function whole(value: number): string {
  return Math.ceil(value).toLocaleString('en-US');
}
