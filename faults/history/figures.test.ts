import { expect, test } from 'vitest';
import { measure } from './figures.ts';
import type { Evidence, Exchange } from './history.ts';

const common = {
  serverId: 's',
  key: 'k',
  idempotencyKey: null,
  code: null,
  nextVoteAt: null,
  serverVotes: null,
  fault: null,
  unheard: false,
};

function voteAt(endedMs: number, own: Partial<Exchange> = {}): Exchange {
  const told = { status: 200, voteId: `${endedMs}-0`, replayed: false };
  const voter = `v${endedMs}`;
  return { kind: 'vote', accountId: 'a', voter, ...common, ...told, startedMs: endedMs - 5, endedMs, ...own };
}

const logOf = (exchanges: readonly Exchange[]) =>
  exchanges.map(({ voter, voteId }) => ({ voteId: voteId ?? '', serverId: 's', voter, key: 'k', timeMs: 0 }));

function evidence(exchanges: readonly Exchange[], log = logOf(exchanges)): Evidence {
  return {
    exchanges,
    audit: { counts: new Map(), locks: new Map(), log },
    limits: new Map(),
    loadMs: [0, 1_000],
    faultsMs: [],
    awayMs: [],
  };
}

test('the longest gap is that of the account that waited longest, from the first voter to the last', () => {
  const busy = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000].map((ms) => voteAt(ms));
  expect(measure(evidence(busy)).longestGapSeconds).toBe(0.1);
  const lonely = [voteAt(300, { accountId: 'b' }), voteAt(450, { accountId: 'b' })];
  expect(measure(evidence([...busy, ...lonely])).longestGapSeconds).toBe(0.55);
  expect(measure(evidence([voteAt(700)])).longestGapSeconds).toBe(0.7);
});

test('votes are counted once, however often their voter was told of them, and refusals are no votes', () => {
  const told = [voteAt(10), voteAt(20, { voter: 'v10', voteId: '10-0', replayed: true })];
  const refused = voteAt(2_000, { status: 503, voteId: null, startedMs: 500 });
  const reset = voteAt(40, { status: null, voteId: null, fault: 'ECONNRESET', unheard: true });
  expect(measure(evidence([...told, refused, reset], logOf([voteAt(10), voteAt(30)])))).toMatchObject({
    requests: 4,
    acknowledged: 1,
    lost: 0,
    doubled: 0,
    unknownButApplied: 1,
    refused: 1,
    resetUnheard: 1,
    slowestMs: 1_500,
  });
});

test('what the log lacks is lost, and a second vote of a voter in it is doubled', () => {
  const log = [...logOf([voteAt(10)]), ...logOf([voteAt(20, { voter: 'v10' })])];
  expect(measure(evidence([voteAt(10), voteAt(20, { voter: 'v10' }), voteAt(30)], log))).toMatchObject({
    lost: 1,
    doubled: 1,
  });
});
