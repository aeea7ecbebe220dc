import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COOLDOWN_MS, DAY_MS, newAttempt, type SeededAccount, seedAccount } from '../suites/builders.ts';
import { openEmbeddedFixture } from '../suites/open-embedded-fixture.ts';
import type { PlacedFixture } from '../suites/store-fixture.ts';
import { SuiteClock } from '../suites/suite-clock.ts';

const VOTES_PER_ROUND = 3_000;
const ROUNDS = 14;
/** With as little gathering as there can be the journal holds the votes of two transactions, 1,000 here. */
const JOURNAL_BYTES = 88_000;

describe('the size of the embedded store', () => {
  const clock = new SuiteClock();
  let fixture: PlacedFixture;
  beforeEach(async () => {
    // The log is kept for two rounds, so that locks and log entries live about equally long.
    fixture = await openEmbeddedFixture({ clock: () => clock.nowMs, voteLogDays: 1, gatheredVotes: 1 });
  });
  afterEach(() => fixture.close());

  test('round after round of twelve hours the file stays bounded by what lives', { timeout: 60_000 }, async () => {
    const seeded = await seedAccount(fixture.stores, 3);
    const sizes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await castMany(seeded);
      clock.advance(COOLDOWN_MS);
      sizes.push(sizeOf());
    }
    const [afterSix = 0] = sizes.slice(5);
    // By then the log is full and the first locks are swept; from then on freed pages have to suffice.
    expect(Math.max(...sizes.slice(6))).toBeLessThan(afterSix * 1.1);
    expect((afterSix - JOURNAL_BYTES) / VOTES_PER_ROUND).toBeLessThan(330);
  });

  test('votes of ten days leave only those of the log’s time and of the last locks', async () => {
    const seeded = await seedAccount(fixture.stores);
    for (let day = 0; day < 10; day += 1) {
      await castMany(seeded);
      clock.advance(DAY_MS);
    }
    await castMany(seeded);
    const log = await fixture.stores.votes.readLog(seeded.accountId, null, 100_000);
    expect(log.length).toBeLessThanOrEqual(2 * VOTES_PER_ROUND);
    expect(log.at(0)?.timeMs).toBeGreaterThanOrEqual(clock.nowMs - DAY_MS);
  });

  async function castMany(seeded: SeededAccount): Promise<void> {
    for (let sent = 0; sent < VOTES_PER_ROUND; sent += 500) {
      clock.advance(1_000);
      const attempts = Array.from({ length: 500 }, (_, index) =>
        newAttempt(seeded, {
          serverNum: seeded.serverNums[index % seeded.serverNums.length]!,
          votesPerMinute: 1_000_000,
          username: index % 2 === 0 ? `player_${index}` : null,
        }),
      );
      await Promise.all(attempts.map((attempt) => fixture.stores.votes.castVote(attempt)));
    }
  }

  function sizeOf(): number {
    const file = new Database(join(fixture.place.dataDir, 'server-vote.db'), { readonly: true });
    const bytes = file.prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size');
    const size = bytes.pluck().get() ?? 0;
    file.close();
    return size;
  }
});
