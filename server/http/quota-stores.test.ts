import { rateLimit } from 'express-rate-limit';
import { expect, test } from 'vitest';
import { ExactMemoryStore } from './quota-stores.ts';

test('each of many requests of one moment hears its own place at once', () => {
  const store = new ExactMemoryStore();
  rateLimit({ windowMs: 60_000, store });
  const answers = Array.from({ length: 35 }, () => store.count('somebody'));
  expect(store.count('somebody else').totalHits).toBe(1);
  expect(answers.map((answer) => answer.totalHits)).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
  expect(new Set(answers.map((answer) => answer.resetTime?.getTime())).size).toBe(1);
  store.shutdown();
});
