import { afterEach, beforeEach } from 'vitest';
import type { Stores } from '../stores.ts';
import type { StorePlace } from './store-process.ts';
import { SuiteClock } from './suite-clock.ts';

export interface FixtureOptions {
  /** The store's clock, in milliseconds since 1970. Every handle of the fixture has to use it. */
  readonly clock: () => number;
  /** Default 90. */
  readonly voteLogDays?: number;
  /** Does the store take away what is over while nobody votes? Default true. */
  readonly housekeeping?: boolean;
}

/** A fresh, empty store and the means to reach the same data again. */
export interface StoreFixture {
  readonly stores: Stores;
  /** Opens another handle on the same data, as another process would. */
  openSecond(): Promise<Stores>;
  /** Closes every handle that is still open and takes the data away. */
  close(): Promise<void>;
}

/** A fixture whose data other processes can reach. */
export interface PlacedFixture extends StoreFixture {
  readonly place: StorePlace;
}

/** What a store brings to be put through the suites. */
export type OpenFixture = (options: FixtureOptions) => Promise<StoreFixture>;

/** The fixture of the running test; it is opened before each test and closed after it. */
export interface FixtureInUse {
  readonly clock: SuiteClock;
  readonly stores: Stores;
  openSecond(): Promise<Stores>;
}

export function useFixture(open: OpenFixture, options: Omit<FixtureOptions, 'clock'> = {}): FixtureInUse {
  let clock = new SuiteClock();
  let fixture: StoreFixture | null = null;
  beforeEach(async () => {
    const current = new SuiteClock();
    clock = current;
    fixture = await open({ clock: () => current.nowMs, ...options });
  });
  afterEach(async () => {
    await fixture?.close();
    fixture = null;
  });
  const opened = () => {
    if (fixture === null) throw new Error('the fixture is open only while a test runs');
    return fixture;
  };
  return {
    get clock() {
      return clock;
    },
    get stores() {
      return opened().stores;
    },
    openSecond: () => opened().openSecond(),
  };
}
