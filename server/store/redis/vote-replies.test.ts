import { expect, test } from 'vitest';
import { readLogPage, readOutcome, readReply, readVoteCheck } from './vote-replies.ts';

const REPLY = { nowMs: 1_000, skewMs: 0 };
const NEVER = /^a script answered what it never answers: /;
const ignore = () => undefined;

function replyOf(reply: unknown) {
  return readReply({ ...REPLY, reply }, ignore);
}

test('an answer that no script gives is no vote, and names itself', () => {
  expect(() => readReply({ ...REPLY, reply: 7 }, ignore)).toThrow(/never answers: 7$/);
  for (const reply of ['OK', '', 'recounted 1 0 0 0 1-1', [], null, undefined])
    expect(() => readOutcome(replyOf(reply), 30), `${reply}`).toThrow(NEVER);
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
  for (const reply of [
    'counted 0 0 3 ',
    'checked 0 0',
    'checked 0 0 3',
    'checked 0 0 3 1,2000',
    'checked 0 0 3 0',
    'checked 0 0  0,2000',
  ])
    expect(() => readVoteCheck(replyOf(reply), 30), reply).toThrow(NEVER);
});

test('a check is read word by word', () => {
  const window = { limit: 30, remaining: 28, resetMs: 59_000 };
  const { servers, ...rest } = readVoteCheck(replyOf('checked 2 59000 9007199254740991,0 1,43201000'), 30);
  expect(rest).toEqual({ nowMs: 1_000, window });
  expect(servers).toEqual([
    { nextVoteAtMs: null, votes: 9_007_199_254_740_991 },
    { nextVoteAtMs: 43_201_000, votes: 0 },
  ]);
  expect(readVoteCheck(replyOf('checked 2 59000 3 '), 30).servers).toEqual([{ nextVoteAtMs: null, votes: 3 }]);
  expect(readVoteCheck(replyOf('checked 2 59000  '), 30).servers).toEqual([]);
});

test('of several locks on a server the last one counts', () => {
  const { servers } = readVoteCheck(replyOf('checked 0 0 1,2 1,3000,1,2000'), 30);
  expect(servers.map(({ nextVoteAtMs }) => nextVoteAtMs)).toEqual([null, 3_000]);
});

test('an answer that no script gives is no page of the log', () => {
  for (const page of ['OK', ['1-1'], [['1-1', 'server']]])
    expect(() => readLogPage(page), JSON.stringify(page)).toThrow(NEVER);
});
