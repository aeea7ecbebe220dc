import type { Benchmark } from '../benchmark.ts';
import { fastestPeerClaim, roundsTable } from '../rounds/compare.ts';
import { measureRounds } from '../rounds/measure-rounds.ts';
import { startLineup } from '../rounds/programs.ts';

const ACCOUNTS = 2048;

/** GET /vote/check beside the same peers and floors as votes. */
export const checkBenchmark: Benchmark = {
  name: 'check',
  title: 'GET /vote/check',
  method: [
    `Whether a voter who has not voted may vote, asked for ${ACCOUNTS} servers with the key of each. Programs, rounds and figures are those of POST /vote; the one script is the one that reads.`,
  ],
  async run(context) {
    const lineup = await startLineup(context, { accounts: ACCOUNTS, serversEach: 1 });
    const rounds = await measureRounds(context, lineup.load, { subjects: lineup.subjects, workload: 'checks' });
    await lineup.end();
    await lineup.close();
    return {
      tables: [roundsTable(rounds, { what: 'GET /vote/check', unit: 'check' })],
      claims: [fastestPeerClaim(rounds, 'GET /vote/check')],
      figures: { samples: Object.fromEntries(rounds.samples) },
    };
  },
};
