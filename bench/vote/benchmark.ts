import type { BenchContext, Benchmark, Findings } from '../benchmark.ts';
import { VOTES_PER_MINUTE } from '../processes/service.ts';
import type { Claim } from '../report/claims.ts';
import { fastestPeerClaim, medianP99, ratioOf, roundsTable } from '../rounds/compare.ts';
import { CONNECTIONS, measureRounds, type Rounds } from '../rounds/measure-rounds.ts';
import { type Lineup, PROGRAMS, startLineup } from '../rounds/programs.ts';
import { checkCounted } from './check-counted.ts';
import {
  type AppendOnly,
  appendOnlyAgainstPeer,
  appendOnlyRatio,
  appendOnlyTable,
  fastestPeerOf,
  measureAppendOnly,
} from './measure-append-only.ts';

/** Enough that no key comes near a limit, and that a key casts about as many votes as at 30 a minute between two looks at the store. */
const WANTED = { accounts: 2048, serversEach: 1 };

/** POST /vote through the built service on both stores, beside its peers and its floors. */
export const voteBenchmark: Benchmark = {
  name: 'vote',
  title: 'POST /vote',
  method: [
    `Each request is a vote by one of ${CONNECTIONS} keep-alive connections, spread over ${WANTED.accounts} accounts with a key and a server each; each key may vote ${VOTES_PER_MINUTE} times a minute, where 30 are usual, so that no limit refuses any, and a round with one wrong answer fails the run. First each vote is of a new voter; then three of ten are repeats, which are refused.`,
    'The service runs as in production, with keys, limits, limit headers, metrics and the request log (to a file) on.',
    'The peers do the same work as their own documentation teaches: look up the key, count the minute of the key with the limiter named, look up the server, take the lock of 12 hours and count with single commands of Redis. They log and count nothing beside. "Conventional" is express-rate-limit with rate-limit-redis, or @fastify/rate-limit; rate-limiter-flexible stands on bare node:http.',
    '"Floor, one script" is a bare node:http server that parses the same request body and runs the same script on the same Redis, one call for each request where the service sends those of one moment together, and checks nothing. "Floor, constant" answers a constant.',
    'All programs are up at once and loaded in turn, in an order by chance each round, after a second of warming up (five before the first round); those that are not measured are held (SIGSTOP), and what they have written is on the disk. Figures are medians over the rounds; ratios are medians of the ratios within a round.',
    'Load, service and Redis share the cores, so processor time per vote, of the measured process and of Redis, tells more than votes a second, and two processes can gain little here. The embedded store flushes each vote to disk before it answers; this Redis keeps nothing on disk.',
    'Then the service and the fastest peer vote on two more, both empty at first, all four in turn. One is as before; the other is set as production is told to set it: it appends every write to a log on disk (`appendonly yes`, `appendfsync everysec`), rewrites that when it has doubled, and takes the snapshots that are its default. "Redis µs" are those of its own process with all of its threads, not of the children that rewrite.',
    'Afterwards the totals in the stores are compared with the answers that were given.',
  ],
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const lineup = await startLineup(context, WANTED);
  const { load } = lineup;
  const fresh = await measureRounds(context, load, { subjects: lineup.subjects, workload: 'fresh votes' });
  // A constant is the same whoever votes.
  const subjects = lineup.subjects.filter(({ name }) => name !== PROGRAMS.constant);
  const mixed = await measureRounds(context, load, { subjects, workload: 'votes, 70/30' });
  const appendOnly = await measureAppendOnly(context, lineup, { wanted: WANTED, peer: fastestPeerOf(fresh) });
  await lineup.end();
  await checkTotals(lineup, [fresh, mixed]);
  await lineup.close();
  return {
    tables: [
      roundsTable(fresh, { what: 'POST /vote, each of a new voter', unit: 'vote' }),
      roundsTable(mixed, { what: 'POST /vote, three of ten refused', unit: 'vote' }),
      appendOnlyTable(appendOnly),
    ],
    claims: [
      ...claimsOf(fresh),
      fastestPeerClaim(mixed, 'POST /vote, three of ten refused,'),
      appendOnlyClaim(appendOnly),
    ],
    costs: { appendOnlyRatio: appendOnlyRatio(appendOnly) },
    figures: { fresh: figuresOf(fresh), mixed: figuresOf(mixed), appendOnly: figuresOf(appendOnly.rounds) },
  };
}

/** What production is told to set. It is aimed at that it costs no more than it costs a peer, which writes less of a vote. */
function appendOnlyClaim(appendOnly: AppendOnly): Claim {
  return {
    what: 'POST /vote on a Redis that keeps its log of writes, against the fastest peer on one, per second',
    measured: appendOnlyAgainstPeer(appendOnly),
    unit: '',
    sense: 'at least',
    gate: 0.8,
    target: 1,
  };
}

function claimsOf(fresh: Rounds): Claim[] {
  return [
    {
      what: 'POST /vote on Redis against the one-script floor, votes a second',
      measured: ratioOf(fresh, PROGRAMS.redis, PROGRAMS.oneScript),
      unit: '',
      sense: 'at least',
      gate: 0.7,
      target: 0.7,
    },
    fastestPeerClaim(fresh, 'POST /vote'),
    {
      what: `p99 of POST /vote on Redis, ${CONNECTIONS} connections`,
      measured: medianP99(fresh, PROGRAMS.redis),
      unit: 'ms',
      sense: 'below',
      gate: 50,
      target: null,
    },
    {
      what: 'POST /vote, embedded store against Redis, votes a second',
      measured: ratioOf(fresh, PROGRAMS.embedded, PROGRAMS.redis),
      unit: '',
      sense: 'at least',
      gate: 0.8,
      target: 0.8,
    },
  ];
}

async function checkTotals({ places, tenants }: Lineup, runs: readonly Rounds[]): Promise<void> {
  const programs = { redis: [PROGRAMS.redis, PROGRAMS.twoProcesses], embedded: [PROGRAMS.embedded] };
  for (const store of ['redis', 'embedded'] as const) {
    let answered = 0;
    let cutOff = 0;
    for (const { succeeded, cutOff: atMost } of runs) {
      for (const name of programs[store].filter((program) => succeeded.has(program))) {
        answered += succeeded.get(name) ?? 0;
        cutOff += atMost;
      }
    }
    await checkCounted(places[store], tenants[store], { answered, cutOff });
  }
}

function figuresOf({ samples, succeeded }: Rounds): object {
  return { samples: Object.fromEntries(samples), succeeded: Object.fromEntries(succeeded) };
}
