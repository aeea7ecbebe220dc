import { describe, expect, test, vi } from 'vitest';
import { ClockSkewError } from '../store-errors.ts';
import { addAccount, again, checkOf, newAttempt, newServer, seedAccount } from '../suites/builders.ts';
import { expectUnavailable, useRedis } from '../suites/use-redis.ts';
import { openConnection } from './connection.ts';
import { keysKey, lockKey, logKey, windowKey } from './keys.ts';
import { parseRedisUrl } from './redis-url.ts';
import { createSkewWatch } from './skew-watch.ts';
import { createVoteStore } from './vote-store.ts';

const HOUR_MS = 3_600_000;

describe('a deletion of an account that broke off', () => {
  const use = useRedis();

  test('leaves it without a revision, so that nothing that is remembered of it holds', async () => {
    const stores = await use.open();
    const { directory } = stores;
    const { accountId, serverIds } = await seedAccount(stores);
    await use.server.command('SET', keysKey(accountId), 'no table');
    await expect(directory.deleteAccount(accountId)).rejects.toThrow('WRONGTYPE');
    expect(await directory.findRevision(accountId)).toBeNull();
    expect(await directory.deleteServer(serverIds[0]!)).toBe(true);
    expect(await directory.findRevision(accountId)).toBeNull();
    await use.server.command('DEL', keysKey(accountId));
    expect(await directory.deleteAccount(accountId)).toBe(true);
  });
});

describe('texts of strangers', () => {
  const use = useRedis();
  const TEXTS = [
    '}{:*?[a]^\\',
    'two\nlines\r\n',
    '%000a is not a newline',
    '"quoted" \u0000 \u0007 \u2028',
    'lone \ud800 surrogate',
    'other \udfff surrogate',
    '名前 🦊 ü',
    '__proto__',
    'constructor',
    ' ',
  ];

  test('come back as they were, are found as slug and as name, and never mix up', async () => {
    const stores = await use.open();
    const { directory } = stores;
    const account = await addAccount(stores);
    const drafts = TEXTS.map((text) => newServer({ slug: text, name: `n ${text} n`, description: text, image: text }));
    const saved = await directory.saveServers(account.id, drafts);
    expect(saved.map(({ status }) => status)).toEqual(TEXTS.map(() => 'created'));
    for (const [index, draft] of drafts.entries()) {
      const record = { ...draft, accountId: account.id, num: index + 1 };
      expect(await directory.findServer(draft.id)).toEqual(record);
      expect(await directory.findServerBySlug(account.id, draft.slug)).toEqual(record);
      expect(await directory.findServersByName(account.id, draft.name)).toEqual([record]);
      expect(await directory.findListedServers(account.id, [{ slug: draft.slug }])).toEqual([record]);
    }
    const repeated = await directory.saveServers(account.id, drafts);
    expect(repeated.map(({ status }) => status)).toEqual(TEXTS.map(() => 'unchanged'));
    for (const draft of drafts) expect(await directory.deleteServer(draft.id)).toBe(true);
    const left = await use.server.command(
      'EXISTS',
      ...['slugs', 'names', 'servers'].map((kind) => `${kind}:{${account.id}}`),
    );
    expect(left).toBe('0');
  });
});

describe('clocks', () => {
  const use = useRedis();

  /** Stores whose process's clock is off by so much, with Redis's own clock. */
  async function openSkewed(offsetMs: number, logKeptMs = 24 * HOUR_MS) {
    const warnings: string[] = [];
    const connection = await openConnection(parseRedisUrl(use.server.url), () => undefined);
    use.closeLater(() => connection.close());
    const appClock = () => Date.now() + offsetMs;
    const skew = createSkewWatch({ connection, appClock, warn: (message) => void warnings.push(message) });
    const votes = createVoteStore({
      connection,
      appClock,
      storeClock: null,
      logKeptMs,
      requireSafety: () => null,
      onSkew: skew.see,
    });
    return { votes, skew, warnings };
  }

  test('Redis decides what time it is: a process that is 5 min off gives the same nextVoteAt, and a warning', async () => {
    const seeded = await seedAccount(await use.open());
    const right = await openSkewed(0);
    const late = await openSkewed(5 * 60_000);
    const before = Date.now();
    const counted = await late.votes.castVote(newAttempt(seeded));
    expect(counted).toMatchObject({ status: 'counted' });
    expect(counted.nowMs).toBeGreaterThanOrEqual(before - 5);
    expect(counted.nowMs).toBeLessThanOrEqual(Date.now() + 5);
    const attempt = newAttempt(seeded);
    const first = await right.votes.castVote(attempt);
    const refused = await late.votes.castVote(again(attempt));
    expect(refused).toMatchObject({
      status: 'already_voted',
      nextVoteAtMs: 'nextVoteAtMs' in first && first.nextVoteAtMs,
    });
    expect(late.warnings).toEqual([expect.stringMatching(/clock of Redis is -300 s off/)]);
    expect(right.warnings).toEqual([]);
    expect(Math.abs((await late.skew.read()) + 300_000)).toBeLessThan(1_000);
  });

  test('the end of a log entry goes by the clock of Redis: a process that is 5 min ahead hides nothing too early', async () => {
    const seeded = await seedAccount(await use.open());
    const { votes } = await openSkewed(5 * 60_000, 4 * 60_000);
    await votes.castVote(newAttempt(seeded));
    expect(await votes.readLog(seeded.accountId, null, 10)).toHaveLength(1);
  });

  test('Redis may be a day ahead for a while: what holds a voter or a key is not taken away by that', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    const attempt = newAttempt(seeded);
    await stores.votes.castVote(attempt);
    const { accountId, keyId, voters } = attempt;
    const leftMs = async (key: string) => Number(await use.server.command('PTTL', key));
    expect(await leftMs(lockKey(accountId, 1, voters[0]!))).toBeGreaterThan(attempt.cooldownMs + 23 * HOUR_MS);
    expect(await leftMs(windowKey(accountId, keyId))).toBeGreaterThan(23 * HOUR_MS);
  });

  test('the minute of a key and the log are kept as long as their last vote needs, though its first one said how long', async () => {
    const { clock, stores } = await use.openWithClock();
    const seeded = await seedAccount(stores);
    const { accountId, keyId } = newAttempt(seeded);
    const minute = windowKey(accountId, keyId);
    const log = logKey(accountId);
    const leftMs = async (key: string) => Number(await use.server.command('PTTL', key));
    const LOG_MS = 90 * 24 * HOUR_MS;
    const MINUTE_MS = 60_000;
    clock.advance(MINUTE_MS - (clock.nowMs % MINUTE_MS));
    await stores.votes.castVote(newAttempt(seeded));
    clock.advance(MINUTE_MS - 1);
    await stores.votes.castVote(newAttempt(seeded));
    // Redis itself has not waited for this minute.
    const atLeastMs = 24 * HOUR_MS + MINUTE_MS + (MINUTE_MS - 5_000);
    expect(await leftMs(minute)).toBeGreaterThanOrEqual(atLeastMs);
    expect(await leftMs(log)).toBeGreaterThanOrEqual(LOG_MS + atLeastMs);
    for (const key of [minute, log]) await use.server.command('PEXPIRE', key, '5000');
    clock.advance(1);
    await stores.votes.castVote(newAttempt(seeded));
    expect(await leftMs(minute)).toBeGreaterThan(24 * HOUR_MS);
    expect(await leftMs(log)).toBeGreaterThan(LOG_MS + 24 * HOUR_MS);
    // A log that is gone while the minute is there, as with a server that was deleted before its key was copied.
    await use.server.command('DEL', log);
    await stores.votes.castVote(newAttempt(seeded));
    expect(await leftMs(log)).toBeGreaterThan(LOG_MS + 24 * HOUR_MS);
  });

  test('what is too old is taken out of the log itself, by the first vote of a minute and no other', async () => {
    const { clock, stores } = await use.openWithClock();
    const seeded = await seedAccount(stores);
    const kept = async () => Number(await use.server.command('XLEN', logKey(seeded.accountId)));
    clock.setTo('2026-04-01T12:00:30Z');
    const attempts = Array.from({ length: 250 }, () => newAttempt(seeded, { votesPerMinute: 250 }));
    await Promise.all(attempts.map((attempt) => stores.votes.castVote(attempt)));
    clock.setTo('2026-06-30T12:00:29Z');
    await stores.votes.castVote(newAttempt(seeded));
    expect(await kept()).toBe(251);
    clock.advance(2_000);
    await stores.votes.castVote(newAttempt(seeded));
    expect(await kept()).toBe(252);
    clock.advance(60_000);
    await stores.votes.castVote(newAttempt(seeded));
    // Redis takes out whole blocks, of a hundred at most.
    expect(await kept()).toBeLessThanOrEqual(103);
  });

  test('the minute of a key is no longer than what is in it', async () => {
    const { clock, stores } = await use.openWithClock();
    const seeded = await seedAccount(stores);
    const last = newAttempt(seeded);
    for (let count = 0; count < 5; count += 1) {
      await stores.votes.castVote(newAttempt(seeded));
      clock.advance(1_000);
    }
    clock.advance(57_000);
    await stores.votes.castVote(last);
    const length = () => use.server.command('LLEN', windowKey(seeded.accountId, last.keyId));
    expect(await length()).toBe('3');
    clock.advance(60_000);
    await stores.votes.castVote(newAttempt(seeded));
    expect(await length()).toBe('1');
  });

  test.each([11, -11])(
    'a process that is %i minutes off is refused, votes and checks, and nothing is written',
    async (minutes) => {
      const seeded = await seedAccount(await use.open());
      const { votes } = await openSkewed(minutes * 60_000);
      const before = await use.server.command('DEBUG', 'DIGEST');
      const attempt = newAttempt(seeded);
      await expect(votes.castVote(attempt)).rejects.toThrow(ClockSkewError);
      await expect(votes.checkVotes(checkOf(attempt))).rejects.toThrow(/clock of Redis .* s off .* NTP/);
      expect(await use.server.command('DEBUG', 'DIGEST')).toBe(before);
    },
  );
});

describe('a vote that comes too late', () => {
  const use = useRedis();

  test('for a server or account that was deleted meanwhile is refused and leaves nothing', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores, 2);
    const voted = newAttempt(seeded);
    await stores.votes.castVote(voted);
    await stores.directory.deleteServer(seeded.serverIds[0]!);
    const afterServer = await use.server.command('DEBUG', 'DIGEST');
    for (const attempt of [newAttempt(seeded), again(voted)]) {
      await expect(stores.votes.castVote(attempt)).rejects.toThrow(/server of this vote is not there/);
    }
    expect(await use.server.command('DEBUG', 'DIGEST')).toBe(afterServer);
    await stores.directory.deleteAccount(seeded.accountId);
    await expectUnavailable(() => stores.votes.castVote(newAttempt(seeded, { serverNum: 2 })));
    expect(await use.server.command('DBSIZE')).toBe('0');
  });

  test('for a server that moved is refused where it was', async () => {
    const stores = await use.open();
    const [from, to] = [await seedAccount(stores), await seedAccount(stores)];
    await stores.directory.assignServer(from.serverIds[0]!, to.accountId);
    await expectUnavailable(() => stores.votes.castVote(newAttempt(from)));
    expect(await stores.votes.castVote(newAttempt(to, { serverNum: 2 }))).toMatchObject({ votes: 1 });
  });
});

describe('changes', () => {
  const use = useRedis();

  test('after a break everything is to be forgotten, and what comes next is heard', async () => {
    const here = await use.open();
    const there = await use.open();
    const changes: (string | null)[] = [];
    there.directory.onChange(({ accountId }) => changes.push(accountId));
    await use.server.kill();
    await use.server.start();
    await vi.waitFor(() => expect(changes).toContain(null), { timeout: 10_000, interval: 20 });
    const seeded = await vi.waitFor(() => seedAccount(here), { timeout: 5_000, interval: 50 });
    await vi.waitFor(() => expect(changes).toContain(seeded.accountId), { timeout: 5_000, interval: 20 });
  });

  test('a change that cannot be told is made all the same, with a warning', async () => {
    const stores = await use.open();
    await use.server.command('ACL', 'SETUSER', 'default', '-publish');
    const account = await addAccount(stores);
    expect(await stores.directory.findAccount(account.id)).toEqual(account);
    expect(use.warnings).toEqual([expect.stringMatching(/could not be told/)]);
  });
});
