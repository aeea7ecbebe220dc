import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addAccount } from '../store/suites/builders.ts';
import { openEmbeddedFixture } from '../store/suites/open-embedded-fixture.ts';
import type { StoreFixture } from '../store/suites/store-fixture.ts';
import { createKey } from './create-key.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';

const NOW_MS = Date.parse('2026-05-04T10:20:30.400Z');
const HOUR_MS = 3_600_000;
const RIGHTS = { kind: 'vote', attest: false, votesPerMinute: null } as const;

describe('the end of a key', () => {
  let fixture: StoreFixture;
  beforeEach(async () => {
    fixture = await openEmbeddedFixture({ clock: () => NOW_MS });
  });
  afterEach(() => fixture.close());

  test('a key that is revoked while it is rotated has ended, and the rotation tells the true end', async () => {
    const { directory } = fixture.stores;
    const other = (await fixture.openSecond()).directory;
    const { id: accountId } = await addAccount(fixture.stores);
    const { record } = await createKey(directory, { accountId, ...RIGHTS }, NOW_MS);
    const [rotated] = await Promise.all([
      rotateKey(directory, { keyId: record.id, overlapMs: HOUR_MS, nowMs: NOW_MS }),
      revokeKey(other, record.id, NOW_MS),
    ]);
    expect((await directory.findKey(record.id))?.expiresAtMs).toBe(NOW_MS);
    expect(rotated.replaced).toEqual({ ...record, expiresAtMs: NOW_MS });
    expect((await directory.findKey(rotated.record.id))?.expiresAtMs).toBeNull();
  });

  test('a key that is rotated again, or revoked after its end, keeps its earlier end', async () => {
    const { directory } = fixture.stores;
    const { id: accountId } = await addAccount(fixture.stores);
    const { record } = await createKey(directory, { accountId, ...RIGHTS }, NOW_MS);
    const first = await rotateKey(directory, { keyId: record.id, overlapMs: HOUR_MS, nowMs: NOW_MS });
    const second = await rotateKey(directory, { keyId: record.id, overlapMs: 9 * HOUR_MS, nowMs: NOW_MS });
    expect([first.replaced.expiresAtMs, second.replaced.expiresAtMs]).toEqual([NOW_MS + HOUR_MS, NOW_MS + HOUR_MS]);
    const revoked = await revokeKey(directory, record.id, NOW_MS + 2 * HOUR_MS);
    expect(revoked.expiresAtMs).toBe(NOW_MS + HOUR_MS);
    expect(await directory.findKey(record.id)).toEqual(revoked);
  });
});
