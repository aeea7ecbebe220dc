import { expect, test } from 'vitest';
import { collectGarbage, createYoungCollector, makeAllYoung, oldBytes } from './testing/heap.ts';
import { Underway } from './underway.ts';

test('work is known by its name until it has settled, well or badly', async () => {
  const underway = new Underway<number>();
  const [good, bad] = [newWork<number>(), newWork<number>()];
  const [first, second] = [underway.add('good', good.promise), underway.add('bad', bad.promise)];
  expect([underway.get('good'), underway.get('bad'), underway.get('none')]).toEqual([first, second, undefined]);
  good.resolve(1);
  expect(await first).toBe(1);
  expect([underway.get('good'), underway.get('bad')]).toEqual([undefined, second]);
  bad.reject(new Error('on purpose'));
  await expect(second).rejects.toThrow('on purpose');
  expect(underway.get('bad')).toBeUndefined();
});

test('what takes long is known for as long, whatever ends meanwhile', async () => {
  const underway = new Underway<number>();
  const slow = newWork<number>();
  const added = underway.add('slow', slow.promise);
  for (let number = 0; number < 1_000; number += 1) {
    await underway.add(`quick ${number}`, Promise.resolve(number));
    expect(underway.get(`quick ${number}`)).toBeUndefined();
    expect(underway.get('slow')).toBe(added);
  }
});

test('what has ended does not gather among the old objects', async () => {
  makeAllYoung();
  const collectYoung = createYoungCollector();
  const underway = new Underway<readonly number[]>();
  const doSome = async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const works = Array.from({ length: WORKS }, () => newWork<readonly number[]>());
      const added = works.map(({ promise }, at) => underway.add(`${turn} ${at}`, promise));
      if (turn % 3 === 0) collectYoung();
      for (const { resolve } of works) resolve(newResult(turn));
      await Promise.all(added);
    }
  };
  // What a process makes once is made by then, and the table of now becomes an old object.
  await doSome();
  collectGarbage();
  const before = oldBytes();
  await doSome();
  expect((oldBytes() - before) / TURNS / WORKS).toBeLessThan(RESULT_BYTES / 10);
});

const TURNS = 300;
const WORKS = 40;
const RESULT_BYTES = 800;

function newResult(number: number): readonly number[] {
  return Array.from({ length: RESULT_BYTES / 8 }, () => number + 0.5);
}

interface Work<Result> {
  readonly promise: Promise<Result>;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

function newWork<Result>(): Work<Result> {
  let work: Omit<Work<Result>, 'promise'> | undefined;
  const promise = new Promise<Result>((resolve, reject) => {
    work = { resolve, reject };
  });
  if (work === undefined) throw new Error('A promise calls what makes it at once.');
  return { promise, ...work };
}
