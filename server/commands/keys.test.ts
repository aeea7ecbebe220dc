import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDirectoryCache } from '../accounts/directory-cache.ts';
import { createKeyFinder } from '../accounts/key-finder.ts';
import { hintOfKey } from '../accounts/key-format.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

const NOW_MS = Date.UTC(2026, 10, 28, 10);
const HOUR_MS = 3_600_000;
const now = () => NOW_MS;
let cli: TestCli;
let accountId: unknown;

beforeEach(async () => {
  cli = await createTestCli();
  ({ accountId } = await cli.json(['accounts', 'create', '--username', 'mirelle']));
});

afterEach(() => cli.close());

describe('keys create', () => {
  test('shows a key that works, with the rights that were asked for', async () => {
    const plain = await cli.json(['keys', 'create', '--kind', 'vote']);
    expect(plain).toEqual({
      keyId: expect.stringMatching(/^key_[0-9a-z]{12}$/),
      key: expect.stringMatching(/^vk_[0-9A-Za-z]{49}$/),
      accountId,
      kind: 'vote',
      attest: false,
      votesPerMinute: null,
    });
    const rich = await cli.json([
      'keys',
      'create',
      '--account',
      'mirelle',
      '--kind',
      'vote',
      '--attest',
      '--votes-per-minute',
      '600',
    ]);
    expect(rich).toMatchObject({ attest: true, votesPerMinute: 600 });
    expect(await cli.json(['keys', 'create', '--kind', 'user'])).toMatchObject({ key: expect.stringMatching(/^uk_/) });
    expect(await liveKey(plain.key, Date.now())).toMatchObject({ id: plain.keyId, kind: 'vote' });
    expect(await liveKey(rich.key, Date.now())).toMatchObject({ attest: true, votesPerMinute: 600 });
  });

  test('a person is told to keep it, apart from what a script reads', async () => {
    const { stdout, stderr } = await cli.run(['keys', 'create', '--kind', 'vote']);
    expect(stdout).toMatch(/^Key {6}vk_[0-9A-Za-z]{49}\nId {7}key_\w{12}\nKind {5}vote\nAccount {2}acc_\w{6}\n$/);
    expect(stderr).toBe('Keep the key now: it is stored as a hash and cannot be shown again.\n');
  });

  test.each([
    [['--kind', 'admin'], "Option '--kind <kind>' argument 'admin' is invalid. Allowed choices are vote, user."],
    [[], "Required option '--kind <kind>' not specified."],
    [['--kind', 'user', '--attest'], '--attest is for vote keys'],
    [['--kind', 'user', '--votes-per-minute', '5'], '--votes-per-minute is for vote keys'],
    [['--kind', 'vote', '--votes-per-minute', '0'], 'Write a whole number from 1 to 10000.'],
  ])('%j is bad usage', async (args, line) => {
    const { code, stdout, stderr } = await cli.run(['keys', 'create', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(line);
    expect(await cli.json(['keys', 'list'])).toEqual({ keys: [] });
  });
});

describe('keys list', () => {
  test('shows hints and states and never a key or its hash', async () => {
    const { key, keyId } = await cli.json(['keys', 'create', '--kind', 'vote'], { now });
    const old = await cli.json(['keys', 'create', '--kind', 'user'], { now });
    await cli.json(['keys', 'revoke', String(old.keyId)], { now });
    const text = await cli.run(['keys', 'list'], { now });
    const json = await cli.run(['keys', 'list', '--json'], { now });
    for (const printed of [text.stdout, json.stdout]) {
      expect(printed).toContain(hintOfKey(String(key)));
      expect(printed).not.toContain(String(key));
      expect(printed).not.toMatch(/[0-9a-f]{64}/);
    }
    expect(JSON.parse(json.stdout).keys).toEqual(
      expect.arrayContaining([
        {
          keyId,
          hint: hintOfKey(String(key)),
          accountId,
          kind: 'vote',
          attest: false,
          votesPerMinute: null,
          active: true,
          createdAt: '2026-11-28T10:00:00.000Z',
          expiresAt: null,
        },
        expect.objectContaining({ keyId: old.keyId, active: false, expiresAt: '2026-11-28T10:00:00.000Z' }),
      ]),
    );
    expect(text.stdout).toMatch(/active$/m);
    expect(text.stdout).toMatch(/ended 2026-11-28T10:00:00\.000Z$/m);
  });
});

describe('keys rotate', () => {
  test('the new key has the rights of the old one, which works for 24 hours more and not a millisecond longer', async () => {
    const old = await cli.json(['keys', 'create', '--kind', 'vote', '--attest', '--votes-per-minute', '90'], { now });
    const fresh = await cli.json(['keys', 'rotate', String(old.keyId)], { now });
    expect(fresh).toEqual({
      keyId: expect.not.stringMatching(String(old.keyId)),
      key: expect.stringMatching(/^vk_/),
      accountId,
      kind: 'vote',
      attest: true,
      votesPerMinute: 90,
      replaced: { keyId: old.keyId, expiresAt: '2026-11-29T10:00:00.000Z' },
    });
    expect(await liveKey(fresh.key, NOW_MS + 1000 * HOUR_MS)).not.toBeNull();
    expect(await liveKey(old.key, NOW_MS + 24 * HOUR_MS - 1)).not.toBeNull();
    expect(await liveKey(old.key, NOW_MS + 24 * HOUR_MS)).toBeNull();
  });

  test('an overlap of 0 ends the old key at once, and another overlap is kept', async () => {
    const one = await cli.json(['keys', 'create', '--kind', 'vote'], { now });
    const two = await cli.json(['keys', 'rotate', String(one.keyId), '--overlap', '0'], { now });
    expect(await liveKey(one.key, NOW_MS)).toBeNull();
    await cli.json(['keys', 'rotate', String(two.keyId), '--overlap', '90m'], { now });
    expect(await liveKey(two.key, NOW_MS + 1.5 * HOUR_MS - 1)).not.toBeNull();
    expect(await liveKey(two.key, NOW_MS + 1.5 * HOUR_MS)).toBeNull();
  });

  test('rotating the old key again never gives it more time', async () => {
    const old = await cli.json(['keys', 'create', '--kind', 'vote'], { now });
    await cli.json(['keys', 'rotate', String(old.keyId), '--overlap', '1h'], { now });
    const again = await cli.json(['keys', 'rotate', String(old.keyId), '--overlap', '7d'], { now });
    expect(again.replaced).toEqual({ keyId: old.keyId, expiresAt: '2026-11-28T11:00:00.000Z' });
  });

  test('a key that has ended, an unknown id, and a wrong overlap are refused', async () => {
    const old = await cli.json(['keys', 'create', '--kind', 'vote'], { now });
    await cli.json(['keys', 'revoke', String(old.keyId)], { now });
    expect(await cli.run(['keys', 'rotate', String(old.keyId)], { now })).toMatchObject({
      code: 1,
      stderr: `Key ${old.keyId} is no longer valid; make a new one with \`server-vote keys create --account ${accountId} --kind vote\`.\n`,
    });
    expect(await cli.run(['keys', 'rotate', 'key_unknown'])).toMatchObject({ code: 1 });
    expect(await cli.run(['keys', 'rotate', String(old.keyId), '--overlap', 'soon'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Write a time of at most 365d, such as 24h, 90m or 0.'),
    });
  });
});

describe('keys revoke', () => {
  test('ends the key at once, and again changes nothing', async () => {
    const { key, keyId } = await cli.json(['keys', 'create', '--kind', 'vote'], { now });
    const revoked = { keyId, revoked: true, expiresAt: '2026-11-28T10:00:00.000Z' };
    expect(await cli.json(['keys', 'revoke', String(keyId)], { now })).toEqual(revoked);
    expect(await liveKey(key, NOW_MS)).toBeNull();
    expect(await cli.json(['keys', 'revoke', String(keyId)], { now: () => NOW_MS + HOUR_MS })).toEqual(revoked);
  });

  test('a key given in place of its id is refused without being repeated', async () => {
    const { key } = await cli.json(['keys', 'create', '--kind', 'vote']);
    for (const wrong of [String(key), `${key}x`]) {
      const { code, stdout, stderr } = await cli.run(['keys', 'revoke', wrong]);
      expect([code, stdout]).toEqual([wrong === key ? 2 : 1, '']);
      expect(stderr).not.toContain(String(key));
      expect(stderr).toContain('`server-vote keys list`');
    }
    expect(await liveKey(key, Date.now())).not.toBeNull();
  });
});

function liveKey(key: unknown, nowMs: number) {
  return cli.withStores(async ({ directory }) =>
    createKeyFinder(
      createDirectoryCache(directory, () => nowMs),
      () => nowMs,
    )(String(key), {}),
  );
}
