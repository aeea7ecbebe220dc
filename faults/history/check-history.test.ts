import { describe, expect, test } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { Evidence, Exchange, LoggedVote } from './history.ts';

const COOLDOWN_MS = 43_200_000;
const VOTED_MS = Date.UTC(2026, 0, 1);
const NONE = { breaks: [], loss: null };

const timeAfter = (ms: number) => new Date(ms + COOLDOWN_MS).toISOString();

function exchange(own: Partial<Exchange> = {}): Exchange {
  return {
    kind: 'vote',
    voter: 'v1',
    accountId: 'acc',
    serverId: 'server',
    key: 'busy',
    idempotencyKey: 'again',
    status: 200,
    code: null,
    nextVoteAt: timeAfter(VOTED_MS),
    serverVotes: null,
    voteId: '1-0',
    replayed: false,
    fault: null,
    unheard: false,
    startedMs: 100,
    endedMs: 110,
    ...own,
  };
}

const REFUSED = { status: 503, code: 'store_unavailable', nextVoteAt: null, voteId: null } as const;

function logged(own: Partial<LoggedVote> = {}): LoggedVote {
  return { voteId: '1-0', serverId: 'server', voter: 'v1', key: 'busy', timeMs: VOTED_MS, ...own };
}

/** One voter whose vote was counted, and everything says so. */
function evidence(own: Partial<Omit<Evidence, 'audit'>> & { audit?: Partial<Evidence['audit']> } = {}): Evidence {
  const { audit = {}, ...rest } = own;
  return {
    exchanges: [exchange()],
    audit: {
      counts: new Map([['server', 1]]),
      locks: new Map([['v1 server', timeAfter(VOTED_MS)]]),
      log: [logged()],
      ...audit,
    },
    limits: new Map([['busy', 10_000]]),
    loadMs: [0, 1_000],
    faultsMs: [],
    awayMs: [],
    ...rest,
  };
}

/** What is said of evidence, by the number of the promise. */
function broken(of: Evidence, allowance: Parameters<typeof checkHistory>[1] = NONE): number[] {
  return checkHistory(of, allowance).map(({ invariant }) => invariant);
}

describe('a history in which all went well', () => {
  test('breaks no promise', () => {
    const repeated = exchange({ replayed: true, startedMs: 120, endedMs: 130 });
    const refused = exchange({ status: 429, code: 'already_voted', voteId: null, idempotencyKey: null });
    const check = exchange({ kind: 'check', voteId: null });
    expect(checkHistory(evidence({ exchanges: [exchange(), repeated, refused, check] }), NONE)).toEqual([]);
  });

  test('may hold votes that nobody was told of, as long as their voters do not know', () => {
    expect(broken(evidence({ exchanges: [exchange(REFUSED)] }))).toEqual([]);
    const silent = exchange({ ...REFUSED, status: null, fault: 'ECONNRESET' });
    expect(
      broken(evidence({ exchanges: [silent], awayMs: [[105, 900]] }), { breaks: ['ECONNRESET'], loss: null }),
    ).toEqual([]);
  });
});

describe('invariant 1, one success per voter and server, is seen broken', () => {
  test('by a second success', () => {
    const twice = [exchange(), exchange({ voteId: '2-0', nextVoteAt: timeAfter(VOTED_MS) })];
    const log = [logged(), logged({ voteId: '2-0' })];
    const found = broken(evidence({ exchanges: twice, audit: { log, counts: new Map([['server', 2]]) } }));
    expect(found).toContain(1);
  });

  test('by a repeated success that does not say that it is one', () => {
    expect(broken(evidence({ exchanges: [exchange(), exchange({ startedMs: 120, endedMs: 130 })] }))).toEqual([1]);
  });

  test('by a vote that is twice in the log though its voter saw one success', () => {
    expect(broken(evidence({ audit: { log: [logged(), logged({ voteId: '2-0' })] } }))).toContain(1);
  });
});

describe('invariant 2, count = locks = successes + unknown-but-applied, is seen broken', () => {
  test.each([
    ['a count that is too high', { counts: new Map([['server', 2]]) }],
    ['a lock that is missing', { locks: new Map() }],
    [
      'a lock too many',
      {
        locks: new Map([
          ['v1 server', timeAfter(VOTED_MS)],
          ['v2 server', timeAfter(VOTED_MS)],
        ]),
      },
    ],
  ])('by %s', (_, audit) => {
    expect(broken(evidence({ audit }))).toEqual([2]);
  });

  test('by an acknowledged vote that count, locks and log have lost together', () => {
    const audit = { counts: new Map([['server', 0]]), locks: new Map(), log: [] };
    expect(broken(evidence({ audit }))).toEqual([2]);
  });

  test('by a vote that was counted while its voter was told that it was not', () => {
    const refused = exchange({ status: 429, code: 'rate_limited', nextVoteAt: null, voteId: null });
    expect(broken(evidence({ exchanges: [refused] }))).toEqual([2]);
  });
});

describe('a loss that replication makes unavoidable', () => {
  const audit = { counts: new Map([['server', 0]]), locks: new Map(), log: [] };
  const allowance = { breaks: [], loss: { beforeMs: 50, afterMs: 50 } };

  test('is excused near a fault, and nowhere else', () => {
    expect(broken(evidence({ audit, faultsMs: [140] }), allowance)).toEqual([]);
    expect(broken(evidence({ audit, faultsMs: [60] }), allowance)).toEqual([]);
    expect(broken(evidence({ audit, faultsMs: [200] }), allowance)).toEqual([2]);
    expect(broken(evidence({ audit, faultsMs: [] }), allowance)).toEqual([2]);
  });

  test('lets the voter vote again, but count and locks have to lose the same votes', () => {
    const later = VOTED_MS + 1;
    const again = exchange({ voteId: '2-0', nextVoteAt: timeAfter(later) });
    const now = { locks: new Map([['v1 server', timeAfter(later)]]), log: [logged({ voteId: '2-0', timeMs: later })] };
    const both = { exchanges: [exchange(), again], faultsMs: [140] };
    expect(broken(evidence({ ...both, audit: now }), allowance)).toEqual([]);
    expect(broken(evidence({ ...both, audit: { ...now, counts: new Map([['server', 2]]) } }), allowance)).toEqual([2]);
  });
});

describe('invariant 3, the quota of a key, is seen broken', () => {
  const votes = (times: readonly number[]) => {
    const log = times.map((ms, index) => logged({ voteId: `${index}-0`, voter: `v${index}`, timeMs: VOTED_MS + ms }));
    const exchanges = log.map(({ voter, voteId, timeMs }) =>
      exchange({ voter, voteId, nextVoteAt: timeAfter(timeMs) }),
    );
    const locks = new Map(log.map(({ voter, timeMs }) => [`${voter} server`, timeAfter(timeMs)]));
    return evidence({
      exchanges,
      limits: new Map([['busy', 2]]),
      audit: { log, locks, counts: new Map([['server', log.length]]) },
    });
  };

  test('by one vote more within any minute, and not by one exactly a minute later', () => {
    expect(broken(votes([0, 1, 59_999]))).toEqual([3]);
    expect(broken(votes([0, 1, 60_000]))).toEqual([]);
    expect(broken(votes([0, 59_000, 60_000, 118_999]))).toEqual([3]);
  });
});

describe('invariant 4, an answer in under 2 s, is seen broken', () => {
  test('by an answer that came later', () => {
    expect(broken(evidence({ exchanges: [exchange({ endedMs: 2_100 })] }))).toEqual([4]);
    expect(broken(evidence({ exchanges: [exchange({ endedMs: 2_099 })] }))).toEqual([]);
  });

  test('by no answer, unless that fault is excused', () => {
    const silent = exchange({ ...REFUSED, status: null, fault: 'ECONNRESET' });
    expect(broken(evidence({ exchanges: [silent] }))).toEqual([4]);
    const awayMs = [[105, 900]] as const;
    expect(broken(evidence({ exchanges: [silent], awayMs }), { breaks: ['ECONNREFUSED'], loss: null })).toEqual([4]);
    expect(broken(evidence({ exchanges: [silent], awayMs }), { breaks: ['ECONNRESET'], loss: null })).toEqual([]);
  });

  test.each([
    ['before a process went away', [111, 900]],
    ['after it was back', [50, 99]],
  ] as const)('by a connection that broke %s', (_, away) => {
    const silent = exchange({ ...REFUSED, status: null, fault: 'ECONNRESET' });
    const found = evidence({ exchanges: [silent], awayMs: [away] });
    expect(broken(found, { breaks: ['ECONNRESET'], loss: null })).toEqual([4]);
  });
});

describe('a connection that a closing service had not taken', () => {
  const allowance = { breaks: ['ECONNREFUSED'], resetsUntaken: true, loss: null };
  const reset = exchange({ ...REFUSED, status: null, code: null, fault: 'ECONNRESET', unheard: true });
  const awayMs = [[90, 120]] as const;
  const nothing = { counts: new Map([['server', 0]]), locks: new Map(), log: [] };

  test('may be reset where that is excused, also when its client never comes back', () => {
    expect(broken(evidence({ exchanges: [reset], audit: nothing, awayMs }))).toEqual([4]);
    expect(broken(evidence({ exchanges: [reset], audit: nothing }), allowance)).toEqual([4]);
    expect(broken(evidence({ exchanges: [reset], audit: nothing, awayMs }), allowance)).toEqual([]);
    const refused = exchange({ ...reset, fault: 'ECONNREFUSED', unheard: false });
    expect(broken(evidence({ exchanges: [reset, refused, exchange()], awayMs }), allowance)).toEqual([]);
  });

  test('may not be one on which something was heard or asked before', () => {
    expect(broken(evidence({ exchanges: [{ ...reset, unheard: false }], audit: nothing, awayMs }), allowance)).toEqual([
      4,
    ]);
  });

  test('was taken all the same when its vote was counted', () => {
    expect(broken(evidence({ exchanges: [reset], awayMs }), allowance)).toEqual([4]);
    expect(broken(evidence({ exchanges: [reset, exchange({ replayed: true })], awayMs }), allowance)).toEqual([4]);
    const refused = exchange({ ...reset, fault: 'ECONNREFUSED', unheard: false });
    expect(broken(evidence({ exchanges: [reset, refused], awayMs }), allowance)).toEqual([4]);
  });
});

test('invariant 5, no 5xx but 503, is seen broken by a 500', () => {
  expect(broken(evidence({ exchanges: [exchange(), exchange({ ...REFUSED, status: 500 })] }))).toEqual([5]);
  expect(broken(evidence({ exchanges: [exchange(), exchange(REFUSED)] }))).toEqual([]);
});

describe('invariant 6, one nextVoteAt to the millisecond, is seen broken', () => {
  const other = timeAfter(VOTED_MS + 1);

  test.each([
    ['a later answer', { exchanges: [exchange(), exchange({ status: 429, voteId: null, nextVoteAt: other })] }],
    ['a check', { exchanges: [exchange(), exchange({ kind: 'check', voteId: null, nextVoteAt: other })] }],
    ['the lock', { audit: { locks: new Map([['v1 server', other]]) } }],
    ['the time in the log', { audit: { log: [logged({ timeMs: VOTED_MS + 1 })] } }],
  ])('by %s', (_, own) => {
    expect(broken(evidence(own))).toEqual([6]);
  });
});
