import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStores } from '../embedded/open-embedded-stores.ts';
import type { Stores } from '../stores.ts';
import type { FixtureOptions, PlacedFixture } from './store-fixture.ts';
import { SuiteClock } from './suite-clock.ts';

export interface EmbeddedFixtureOptions extends FixtureOptions {
  /** See EmbeddedOptions. */
  readonly gatheredVotes?: number;
}

/** A fixture of the embedded store in a folder of its own. */
export async function openEmbeddedFixture({
  clock,
  voteLogDays = 90,
  housekeeping = true,
  gatheredVotes,
}: EmbeddedFixtureOptions): Promise<PlacedFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'server-vote-store-'));
  const opened: Stores[] = [];
  const openOne = async () => {
    const stores = await openEmbeddedStores({
      dataDir,
      voteLogDays,
      housekeeping,
      clock,
      ...(gatheredVotes !== undefined && { gatheredVotes }),
      onWarning: (message, cause) => {
        throw new Error(message, { cause });
      },
    });
    opened.push(stores);
    return stores;
  };
  return {
    place: { redisUrl: null, dataDir },
    stores: await openOne(),
    openSecond: openOne,
    close: async () => {
      for (const stores of opened) await stores.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs the work on a fixture without housekeeping whose journal gathers so many votes, and closes it. */
export async function withJournalOf(
  gatheredVotes: number,
  work: (fixture: PlacedFixture, clock: SuiteClock) => Promise<void>,
): Promise<void> {
  const clock = new SuiteClock();
  const fixture = await openEmbeddedFixture({ clock: () => clock.nowMs, housekeeping: false, gatheredVotes });
  await work(fixture, clock).finally(() => fixture.close());
}
