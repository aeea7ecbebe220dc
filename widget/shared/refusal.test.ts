import { expect, test } from 'vitest';
import { MOST_TRIES, statusAfter, waitMs } from './refusal.ts';

const HERE = { isOnline: true, origin: 'https://example.com' };

test.each([
  [{ status: 0 }, 0, HERE, 'error'],
  [{ status: 0 }, 0, { ...HERE, isOnline: false }, 'offline'],
  [{ status: 0 }, 0, { ...HERE, origin: 'null' }, 'misconfigured'],
  [{ status: 429, code: 'rate_limited' }, 0, HERE, 'busy'],
  [{ status: 503, code: 'store_unavailable' }, MOST_TRIES - 1, HERE, 'busy'],
  [{ status: 503, code: 'store_unavailable' }, MOST_TRIES, HERE, 'error'],
  [{ status: 500, code: 'internal_error' }, 0, HERE, 'error'],
  [{ status: 403, code: 'origin_not_allowed' }, 0, HERE, 'misconfigured'],
  [{ status: 404 }, 0, HERE, 'error'],
  [{ status: 409 }, 0, HERE, 'error'],
] as const)('%j after %i tries at %j is %s', (problem, tries, where, status) => {
  expect(statusAfter(problem, tries, where)).toBe(status);
});

test('a wait is never shorter than the service says, and spreads more with each try', () => {
  expect(waitMs(8, 1, 0)).toBe(8000);
  expect(waitMs(8, 1, 1)).toBe(10_000);
  expect(waitMs(8, 4, 1)).toBe(24_000);
  expect(waitMs(undefined, 3, 0)).toBe(8000);
});
