import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './end-of-turn.ts';

test('what is known in the turn of its request is done at its end, in its order, after whatever microtasks bring', async () => {
  const turnOfNow = createTurns();
  const done: string[] = [];
  turnOfNow().atEnd(() => done.push('first'));
  const turn = turnOfNow();
  await Promise.resolve();
  turn.atEnd(() => done.push('second'));
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual(['first', 'second']);
});

test('what is known later is done at once, also while requests of another turn wait', async () => {
  const turnOfNow = createTurns();
  const done: string[] = [];
  const turn = turnOfNow();
  await nextTurn();
  turn.atEnd(() => done.push('late'));
  expect(done).toEqual(['late']);
  turnOfNow().atEnd(() => done.push('of another turn'));
  turn.atEnd(() => done.push('later'));
  expect(done).toEqual(['late', 'later']);
  await nextTurn();
  expect(done).toEqual(['late', 'later', 'of another turn']);
});

test('what is handed over at the end of a turn is done then', async () => {
  const turnOfNow = createTurns();
  const done: string[] = [];
  const turn = turnOfNow();
  turn.atEnd(() => turn.atEnd(() => done.push('inner')));
  await nextTurn();
  expect(done).toEqual(['inner']);
});
