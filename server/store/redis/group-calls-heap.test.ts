import { expect, test } from 'vitest';
import { collectGarbage, createYoungCollector, makeAllYoung, oldBytes } from '../../testing/heap.ts';
import type { ScriptWords } from './call-by-sha.ts';
import { createGroupCalls } from './group-calls.ts';

const TURNS = 300;
const REQUESTS = 16;
const KEY_BYTES = 200;

test('requests that were answered do not gather among the old objects', async () => {
  makeAllYoung();
  const collectYoung = createYoungCollector();
  const answerAll = async (words: ScriptWords) => {
    const [keys = 0] = words;
    return ['answered', 0, ...words.slice(Number(keys) + 3).filter((_, at) => at % 2 === 1)];
  };
  const ask = createGroupCalls({ call: answerAll, clocks: () => ['', 0], isCluster: false, atEndOfTurn: setImmediate });
  const askMany = async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const replies = Array.from({ length: REQUESTS }, (_, at) =>
        ask({ accountId: `account ${at}`, keys: [`${turn} ${at} `.padEnd(KEY_BYTES, 'k')], words: `${turn} ${at}` }),
      );
      if (turn % 3 === 0) collectYoung();
      const [first, second] = await Promise.all(replies);
      expect([first?.reply, second?.reply]).toEqual([`${turn} 0`, `${turn} 1`]);
    }
  };
  // What a process makes once is made by then, and the table of now becomes an old object.
  await askMany();
  collectGarbage();
  const before = oldBytes();
  await askMany();
  expect((oldBytes() - before) / TURNS / REQUESTS).toBeLessThan(KEY_BYTES / 4);
});
