import { expect, test } from 'vitest';
import type { VoteAttempt, VoteOutcome } from '../store/vote-store.ts';
import { type VoteSign, VoteSigns } from './vote-signs.ts';

const HOUR_MS = 3_600_000;

function attempt(own: Partial<VoteAttempt> = {}): VoteAttempt {
  const common = { accountId: 'acc', serverNum: 1, keyId: 'key', votesPerMinute: 30, cooldownMs: 1, attemptId: 'a' };
  return { ...common, voters: ['voter'], idempotency: null, username: null, network: 'net', via: 'direct', ...own };
}

function outcome(status: VoteOutcome['status'], remaining = 20, nowMs = HOUR_MS): VoteOutcome {
  const state = { nowMs, votes: 1, window: { limit: 30, remaining, resetMs: 0 } };
  if (status === 'rate_limited') return { ...state, status };
  return { ...state, status, voteId: '1-0', nextVoteAtMs: 1 } as VoteOutcome;
}

/** The signs that these decisions give, in their order. */
function signsOf(work: (signs: VoteSigns) => void): VoteSign[] {
  const told: VoteSign[] = [];
  work(new VoteSigns((sign) => told.push(sign)));
  return told;
}

const times = (count: number, work: (index: number) => void) =>
  Array.from({ length: count }, (_, index) => work(index));

test('a voter that is refused a hundred times within an hour is a sign, once, and 99 times is none', () => {
  const refuse = (signs: VoteSigns, count: number, nowMs = HOUR_MS) =>
    times(count, () => signs.note(attempt(), outcome('already_voted', 20, nowMs)));
  expect(signsOf((signs) => refuse(signs, 99))).toEqual([]);
  expect(signsOf((signs) => refuse(signs, 500))).toEqual([{ kind: 'often_refused' }]);
  const overTheHour = signsOf((signs) => {
    refuse(signs, 99, 2 * HOUR_MS - 1);
    refuse(signs, 99, 2 * HOUR_MS);
  });
  expect(overTheHour).toEqual([]);
  const manyVoters = (signs: VoteSigns) =>
    times(500, (index) => signs.note(attempt({ voters: [`voter ${index}`] }), outcome('already_voted')));
  expect(signsOf(manyVoters)).toEqual([]);
});

test('a key whose votes come from few networks is a sign, and one whose votes come from many is none', () => {
  const votes = (networks: number) => (signs: VoteSigns) =>
    times(400, (index) => signs.note(attempt({ network: `net ${index % networks}` }), outcome('counted')));
  expect(signsOf(votes(3))).toEqual([{ kind: 'few_networks', keyId: 'key' }]);
  expect(signsOf(votes(5))).toEqual([{ kind: 'few_networks', keyId: 'key' }]);
  expect(signsOf(votes(7))).toEqual([]);
  expect(signsOf((signs) => times(99, () => signs.note(attempt(), outcome('counted'))))).toEqual([]);
});

test('a key near the end of its quota, or at it, is a sign once an hour', () => {
  expect(signsOf((signs) => signs.note(attempt(), outcome('counted', 4)))).toEqual([]);
  const scarce = { kind: 'scarce_quota', keyId: 'key' };
  expect(signsOf((signs) => times(3, () => signs.note(attempt(), outcome('counted', 3))))).toEqual([scarce]);
  expect(signsOf((signs) => signs.note(attempt(), outcome('rate_limited', 0)))).toEqual([scarce]);
  const nextHour = signsOf((signs) => {
    for (const nowMs of [HOUR_MS, 2 * HOUR_MS]) signs.note(attempt(), outcome('rate_limited', 0, nowMs));
  });
  expect(nextHour).toEqual([scarce, scarce]);
});
