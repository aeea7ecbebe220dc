import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { OpenWork } from './open-work.ts';

test('is settled when the last has ended, well or badly, for all who wait', async () => {
  const work = new OpenWork();
  const ends: (() => void)[] = [];
  const newWork = () => work.track(new Promise<void>((resolve) => ends.push(resolve)));
  const failing = work.track(setImmediate().then(() => Promise.reject(new Error('on purpose'))));
  const [first, second] = [newWork(), newWork()];
  const told: string[] = [];
  const waiting = ['one', 'other'].map((name) => work.settled().then(() => told.push(name)));
  await expect(failing).rejects.toThrow('on purpose');
  ends[0]?.();
  await first;
  await setImmediate();
  expect([work.isIdle, told]).toEqual([false, []]);
  ends[1]?.();
  await Promise.all([second, ...waiting]);
  expect([work.isIdle, told]).toEqual([true, ['one', 'other']]);
  await work.settled();
});
