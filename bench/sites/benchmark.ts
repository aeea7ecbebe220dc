import type { Benchmark } from '../benchmark.ts';
import { fastestPeerClaim, medianMicrosOf, roundsTable } from '../rounds/compare.ts';
import { measureRounds } from '../rounds/measure-rounds.ts';
import { PROGRAMS, startLineup } from '../rounds/programs.ts';

/** Enough that no site comes near its quota, though both services on Redis may be measured twice within a minute; the service remembers their servers. */
const ACCOUNTS = 896;
/** A page of a server list. */
const SERVERS_EACH = 20;

/** The hosted proxy: votes and checks of browsers, which have no key. */
export const sitesBenchmark: Benchmark = {
  name: 'sites',
  title: 'The hosted proxy',
  method: [
    `POST /sites/{site}/vote and GET /sites/{site}/vote/checks for ${SERVERS_EACH} servers at once, by visitors of ${ACCOUNTS} sites, each visitor another one, with the Origin of the site. The peers find the site, compare its origin and do the rest as for a vote with a key; each answer tells of the servers what the service's does. Of a list they look all servers up with one HMGET, then all locks and counts with one MGET. Programs, rounds and figures are those of POST /vote.`,
  ],
  async run(context) {
    const lineup = await startLineup(context, { accounts: ACCOUNTS, serversEach: SERVERS_EACH });
    const { load, subjects } = lineup;
    const votes = await measureRounds(context, load, { subjects, workload: 'votes by a site' });
    const checks = await measureRounds(context, load, { subjects, workload: 'checks by a site' });
    await lineup.end();
    await lineup.close();
    return {
      tables: [
        roundsTable(votes, { what: 'POST /sites/{site}/vote', unit: 'vote' }),
        roundsTable(checks, { what: `GET /sites/{site}/vote/checks, ${SERVERS_EACH} servers`, unit: 'answer' }),
      ],
      claims: [
        fastestPeerClaim(votes, 'POST /sites/{site}/vote'),
        fastestPeerClaim(checks, 'GET /sites/{site}/vote/checks'),
      ],
      costs: {
        voteMicros: medianMicrosOf(votes, PROGRAMS.redis, 'cpuMicros'),
        voteRedisMicros: medianMicrosOf(votes, PROGRAMS.redis, 'redisCpuMicros'),
        embeddedVoteMicros: medianMicrosOf(votes, PROGRAMS.embedded, 'cpuMicros'),
        checkMicros: medianMicrosOf(checks, PROGRAMS.redis, 'cpuMicros'),
        checkRedisMicros: medianMicrosOf(checks, PROGRAMS.redis, 'redisCpuMicros'),
        embeddedCheckMicros: medianMicrosOf(checks, PROGRAMS.embedded, 'cpuMicros'),
      },
      figures: { votes: Object.fromEntries(votes.samples), checks: Object.fromEntries(checks.samples) },
    };
  },
};
