import { expect, test } from 'vitest';
import { toUsername } from './username.ts';

test.each([
  ['Mirelle', 'Mirelle'],
  ['  Mirelle ', 'Mirelle'],
  ['e\u0301', '\u00e9'],
  ['🎮'.repeat(64), '🎮'.repeat(64)],
  ['🎮'.repeat(65), ''],
  ['', ''],
  ['   ', ''],
  ['a\u200bb', ''],
  ['a\u202eb', ''],
  ['a\nb', ''],
  ['a\u2028b', ''],
])('%j is taken as %j', (given, taken) => {
  expect(toUsername(given)).toBe(taken);
});
