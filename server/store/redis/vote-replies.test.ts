import { expect, test } from 'vitest';
import { readLogPage, readOutcome, readReply, readVoteCheck } from './vote-replies.ts';

const REPLY = { nowMs: 1_000, skewMs: 0 };
const NEVER = /^a script answered what it never answers: /;
const ignore = () => undefined;

function replyOf(fields: readonly unknown[]) {
  return readReply({ ...REPLY, fields }, ignore);
}

test('an answer that no script gives is no vote, and names itself', () => {
  expect(() => readReply({ ...REPLY, fields: 'OK' }, ignore)).toThrow(/never answers: "OK"$/);
  for (const fields of [[], ['recounted', '1', '0', '0', '0', '1-1'], [null]])
    expect(() => readOutcome(replyOf(fields), 30), `${fields}`).toThrow(NEVER);
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
