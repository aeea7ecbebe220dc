import { rateLimit } from 'express-rate-limit';
import { expect, test } from 'vitest';
import { ExactMemoryStore } from './minute-stores.ts';

test('a count is there at once', () => {
  const store = new ExactMemoryStore();
  rateLimit({ windowMs: 60_000, store });
  expect([store.count('somebody'), store.count('somebody'), store.count('other')]).toMatchObject([
    { totalHits: 1 },
    { totalHits: 2 },
    { totalHits: 1 },
  ]);
  store.shutdown();
});

test('each of many requests of one moment hears its own place', async () => {
  const store = new ExactMemoryStore();
  rateLimit({ windowMs: 60_000, store });
  const answers = await Promise.all(Array.from({ length: 35 }, () => store.increment('somebody')));
  expect(answers.map((answer) => answer.totalHits)).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
  expect(new Set(answers.map((answer) => answer.resetTime?.getTime())).size).toBe(1);
  store.shutdown();
});
