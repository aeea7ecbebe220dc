import { expect, test } from 'vitest';
import { readLogPage, readOutcome, readReply, readVoteCheck } from './vote-replies.ts';

const REPLY = { nowMs: 1_000, skewMs: 0 };
const NEVER = /^a script answered what it never answers: /;
const ignore = () => undefined;

function replyOf(fields: unknown) {
  return readReply({ ...REPLY, fields }, ignore);
}

test('an answer that no script gives is no vote, and names itself', () => {
  expect(() => readReply({ ...REPLY, fields: 7 }, ignore)).toThrow(/never answers: 7$/);
  for (const fields of ['OK', '', 'recounted 1 0 0 0 1-1', [], [null]])
    expect(() => readOutcome(replyOf(fields), 30), `${fields}`).toThrow(NEVER);
});

test('an answer to a vote is read word by word', () => {
  const window = { limit: 30, remaining: 28, resetMs: 59_000 };
  const state = { nowMs: 1_000, votes: 9_007_199_254_740_991, window };
  const words = '9007199254740991 2 59000';
  expect(readOutcome(replyOf(`counted ${words} 43201000 1000-3`), 30)).toEqual({
    ...state,
    status: 'counted',
    nextVoteAtMs: 43_201_000,
    voteId: '1000-3',
  });
  expect(readOutcome(replyOf(`already_voted ${words} 43201000`), 30)).toEqual({
    ...state,
    status: 'already_voted',
    nextVoteAtMs: 43_201_000,
  });
  expect(readOutcome(replyOf(`rate_limited ${words}`), 30)).toEqual({ ...state, status: 'rate_limited' });
});

test('an answer that no script gives is no check', () => {
  const [totals, used, reset] = [['3'], '0', '0'];
  for (const fields of [
    ['counted', used, reset, totals, []],
    ['checked', used, reset, '3', []],
    ['checked', used, reset, totals, null],
    ['checked', used, reset, totals, ['1', '2000']],
  ])
    expect(() => readVoteCheck(replyOf(fields), 30), JSON.stringify(fields)).toThrow(NEVER);
  expect(readVoteCheck(replyOf(['checked', used, reset, totals, ['0', '2000']]), 30).servers).toEqual([
    { nextVoteAtMs: 2_000, votes: 3 },
  ]);
});

test('of several locks on a server the last one counts', () => {
  const { servers } = readVoteCheck(replyOf(['checked', '0', '0', ['1', '2'], ['1', '3000', '1', '2000']]), 30);
  expect(servers.map(({ nextVoteAtMs }) => nextVoteAtMs)).toEqual([null, 3_000]);
});

test('an answer that no script gives is no page of the log', () => {
  for (const page of ['OK', ['1-1'], [['1-1', 'server']]])
    expect(() => readLogPage(page), JSON.stringify(page)).toThrow(NEVER);
});
