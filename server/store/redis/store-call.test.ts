import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createStoreCalls } from './store-call.ts';

test('all who close wait for the last call, and each of them hears of its end', async () => {
  const calls = createStoreCalls({
    maxSent: 2,
    isReady: () => true,
    waitUntilReady: async () => true,
    explainFault: () => '',
    lastError: () => null,
    onTimeout: () => undefined,
  });
  const ends: (() => void)[] = [];
  const running = calls.run(() => new Promise<string>((resolve) => ends.push(() => resolve('answered'))));
  const told: string[] = [];
  const closing = ['one', 'other'].map((name) => calls.close().then(() => told.push(name)));
  await setImmediate();
  expect(told).toEqual([]);
  ends[0]?.();
  expect(await running).toBe('answered');
  await Promise.all(closing);
  expect(told).toEqual(['one', 'other']);
});
