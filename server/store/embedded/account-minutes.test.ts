import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Stores } from '../stores.ts';
import { checkOf, newAttempt, type SeededAccount, seedAccount } from '../suites/builders.ts';
import { withJournalOf } from '../suites/open-embedded-fixture.ts';
import type { PlacedFixture } from '../suites/store-fixture.ts';
import type { SuiteClock } from '../suites/suite-clock.ts';
import type { KeyWindow } from '../vote-store.ts';
import { MINUTE_MS, SlidingMinute } from './sliding-minute.ts';

const LIMIT = 1_000;
const KEYS = ['key_a', 'key_b'] as const;

type Key = (typeof KEYS)[number];
type Step =
  | { readonly kind: 'vote'; readonly key: Key; readonly server: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'delete' | 'restart' };

const waits = fc.oneof(
  { weight: 3, arbitrary: fc.nat(20_000) },
  { weight: 2, arbitrary: fc.constantFrom(MINUTE_MS - 1, MINUTE_MS, MINUTE_MS + 1) },
  { weight: 1, arbitrary: fc.constantFrom(-1, -20, -MINUTE_MS / 2, -MINUTE_MS, -MINUTE_MS - 1, 1 - 2 * MINUTE_MS) },
  { weight: 1, arbitrary: fc.integer({ min: -7_200_000, max: 7_200_000 }) },
);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('vote'), key: fc.constantFrom(...KEYS), server: fc.nat(3) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait'), ms: waits }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'delete' }, { kind: 'restart' }) },
);

/** The rule, in its plainest form: lists of times, which become times of now where the clock goes back. */
class TimesOfKeys {
  readonly #times = new Map<Key, readonly number[]>();
  #latestMs = Number.NEGATIVE_INFINITY;

  vote(key: Key, nowMs: number): void {
    for (const other of KEYS) this.#times.set(other, this.#timesOf(other, nowMs));
    this.#latestMs = nowMs;
    this.#times.set(key, [...(this.#times.get(key) ?? []), nowMs]);
  }

  window(key: Key, nowMs: number): KeyWindow {
    const times = this.#timesOf(key, nowMs);
    const resetMs = times.length === 0 ? 0 : Math.min(...times) + MINUTE_MS - nowMs;
    return { limit: LIMIT, remaining: LIMIT - times.length, resetMs };
  }

  /** What had left when the clock showed its latest does not come back with an earlier time. */
  #timesOf(key: Key, nowMs: number): number[] {
    const sinceMs = Math.max(nowMs, this.#latestMs) - MINUTE_MS;
    const times = (this.#times.get(key) ?? []).filter((ms) => ms > sinceMs);
    return times.map((ms) => Math.min(ms, nowMs));
  }
}

class History {
  readonly #fixture: PlacedFixture;
  readonly #clock: SuiteClock;
  readonly #times = new TimesOfKeys();
  #seeded: SeededAccount;
  /** Where votes go: each time another store on the same file, as after a restart or with several processes. */
  #voting: Stores;

  constructor(fixture: PlacedFixture, clock: SuiteClock, seeded: SeededAccount) {
    this.#fixture = fixture;
    this.#clock = clock;
    this.#seeded = seeded;
    this.#voting = fixture.stores;
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'wait') this.#clock.advance(step.ms);
    else if (step.kind === 'delete') await this.#deleteServer();
    else if (step.kind === 'restart') this.#voting = await this.#fixture.openSecond();
    else if (step.kind === 'vote') await this.#vote(step.key, step.server);
  }

  /** What this store says, one that is opened now, and one that everything is copied from. */
  async expectSame(): Promise<void> {
    const { nowMs } = this.#clock;
    const second = await this.#fixture.openSecond();
    const copied = await this.#readCopied();
    for (const keyId of KEYS) {
      const check = checkOf(newAttempt(this.#seeded, { keyId, votesPerMinute: LIMIT }));
      const expected = this.#times.window(keyId, nowMs);
      expect((await this.#fixture.stores.votes.checkVotes(check)).window).toEqual(expected);
      expect((await second.votes.checkVotes(check)).window).toEqual(expected);
      expect((copied.get(keyId) ?? new SlidingMinute([])).view(LIMIT, nowMs)).toEqual(expected);
    }
    await second.close();
  }

  async #vote(keyId: Key, server: number): Promise<void> {
    const { serverNums } = this.#seeded;
    const serverNum = serverNums[server % serverNums.length];
    const attempt = newAttempt(this.#seeded, { keyId, votesPerMinute: LIMIT, ...(serverNum && { serverNum }) });
    this.#times.vote(keyId, this.#clock.nowMs);
    const expected = this.#times.window(keyId, this.#clock.nowMs);
    expect(await this.#voting.votes.castVote(attempt)).toMatchObject({ status: 'counted', window: expected });
  }

  async #deleteServer(): Promise<void> {
    const [kept = '', ...others] = this.#seeded.serverIds;
    const last = others.pop();
    if (last === undefined) return;
    expect(await this.#fixture.stores.directory.deleteServer(last)).toBe(true);
    const serverNums = this.#seeded.serverNums.slice(0, -1);
    this.#seeded = { ...this.#seeded, serverIds: [kept, ...others], serverNums };
  }

  async #readCopied(): Promise<Map<string, SlidingMinute>> {
    const minutes = new Map<string, SlidingMinute>();
    for await (const record of this.#fixture.stores.archive.dump()) {
      if (record.type !== 'window') continue;
      minutes.set(record.keyId, new SlidingMinute(record.timesMs.map((ms) => ({ ms, votes: 1 }))));
    }
    return minutes;
  }
}

test('the file tells the minute of each key, whatever the clock does, whichever servers go and whoever votes', {
  timeout: 60_000,
}, async () => {
  const histories = fc.array(steps, { minLength: 1, maxLength: 30 });
  const property = fc.asyncProperty(histories, fc.constantFrom(1, 2, 5, 1_000), async (history, gatheredVotes) => {
    await withJournalOf(gatheredVotes, async (fixture, clock) => {
      const told = new History(fixture, clock, await seedAccount(fixture.stores, 4));
      for (const step of history) await told.take(step);
      await told.expectSame();
    });
  });
  await fc.assert(property, { numRuns: 300 });
});

test('votes of one moment count in their minute when all of their servers are gone', async () => {
  await withJournalOf(1_000, async (fixture, clock) => {
    const history = new History(fixture, clock, await seedAccount(fixture.stores, 4));
    for (const server of [0, 1, 2, 3]) await history.take({ kind: 'vote', key: 'key_a', server });
    // As old as they can be and still count.
    await history.take({ kind: 'wait', ms: MINUTE_MS - 1 });
    await history.take({ kind: 'vote', key: 'key_b', server: 0 });
    for (let deleted = 0; deleted < 3; deleted += 1) await history.take({ kind: 'delete' });
    await history.expectSame();
  });
});

test('a minute takes rows beside the log only where the clock went back', async () => {
  await withJournalOf(1_000, async (fixture, clock) => {
    const seeded = await seedAccount(fixture.stores);
    const file = new Database(join(fixture.place.dataDir, 'server-vote.db'), { readonly: true });
    const count = (table: string) => file.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();
    const vote = () => fixture.stores.votes.castVote(newAttempt(seeded, { votesPerMinute: LIMIT }));
    for (let votes = 0; votes < 200; votes += 1) {
      clock.advance(1_000);
      await vote();
    }
    expect([count('voting_keys'), count('minutes')]).toEqual([1, 0]);
    clock.advance(-2_000);
    await vote();
    expect(count('minutes')).toBe(58);
    clock.advance(-10 * MINUTE_MS);
    await vote();
    expect(count('minutes')).toBe(1);
    file.close();
  });
});
