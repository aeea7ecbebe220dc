import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../store-errors.ts';
import { GroupCommit } from './group-commit.ts';

/** A queue of numbers that answers each with itself, by a clock that is set by hand. */
function openQueue() {
  const clock = { ms: 0 };
  const groups: number[][] = [];
  const queue = new GroupCommit<number, number>(
    (jobs) => {
      groups.push([...jobs]);
      return { answer: jobs.map((answer) => ({ answer })) };
    },
    () => clock.ms,
  );
  return { queue, groups, clock };
}

describe('jobs of the embedded store', () => {
  test('of one turn share a transaction, and each is given its own answer', async () => {
    const { queue, groups } = openQueue();
    expect(await Promise.all([1, 2, 3].map((job) => queue.add(job)))).toEqual([1, 2, 3]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  test('share one as long as each turn brings another', async () => {
    const { queue, groups } = openQueue();
    const answers = [queue.add(0)];
    for (let job = 1; job < 20; job += 1) {
      answers.push(queue.add(job));
      await nextTurn();
    }
    await Promise.all(answers);
    expect(groups).toEqual([Array.from({ length: 20 }, (_, job) => job)]);
  });

  test('are written after a turn that brought none', async () => {
    const { queue, groups } = openQueue();
    const first = queue.add(1);
    await nextTurn();
    await nextTurn();
    const second = queue.add(2);
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(groups).toEqual([[1], [2]]);
  });

  test('wait for no more than 4 ms for others, however many come', async () => {
    const { queue, groups, clock } = openQueue();
    const answers = [queue.add(0)];
    for (let job = 1; job < 40; job += 1) {
      answers.push(queue.add(job));
      await nextTurn();
      clock.ms += 1;
    }
    await Promise.all(answers);
    expect(groups.flat()).toEqual(Array.from({ length: 40 }, (_, job) => job));
    expect(groups[0]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('are a thousand at most in one transaction', async () => {
    const { queue, groups } = openQueue();
    await Promise.all(Array.from({ length: 2_500 }, (_, job) => queue.add(job)));
    expect(groups.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  });

  test('wait for no others where a thousand are there', async () => {
    const { queue, groups } = openQueue();
    const answers = Array.from({ length: 1_000 }, (_, job) => queue.add(job));
    for (let job = 1_000; job < 1_003; job += 1) {
      answers.push(queue.add(job));
      await nextTurn();
    }
    expect(groups[0]).toHaveLength(1_000);
    await Promise.all(answers);
  });

  test('are tried again by and by while another process writes, and none of them twice', async () => {
    let refusals = 5;
    const done: number[] = [];
    const queue = new GroupCommit<number, number>((jobs) => {
      refusals -= 1;
      if (refusals >= 0) return { busy: new StoreUnavailableError('busy') };
      done.push(...jobs);
      return { answer: jobs.map((answer) => ({ answer })) };
    });
    expect(await Promise.all([1, 2, 3].map((job) => queue.add(job)))).toEqual([1, 2, 3]);
    expect(done).toEqual([1, 2, 3]);
    expect(refusals).toBe(-1);
  });

  test('are done before it is closed, and refused from then on', async () => {
    const { queue } = openQueue();
    const last = queue.add(7);
    await queue.close();
    expect(await last).toBe(7);
    await expect(queue.add(8)).rejects.toThrow(StoreUnavailableError);
  });
});
