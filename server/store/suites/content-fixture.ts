import { afterEach, beforeEach } from 'vitest';
import type { ContentStore } from '../content-store.ts';

/** A fresh, empty content store and the means to reach the same content again. */
export interface ContentFixture {
  readonly content: ContentStore;
  /** Opens another handle on the same content, as another process would. */
  openSecond(): Promise<ContentStore>;
  /** Closes every handle and takes the content away. */
  close(): Promise<void>;
}

export type OpenContentFixture = () => Promise<ContentFixture>;

export interface ContentFixtureInUse {
  readonly content: ContentStore;
  openSecond(): Promise<ContentStore>;
}

/** The fixture of the running test; it is opened before each test and closed after it. */
export function useContent(open: OpenContentFixture): ContentFixtureInUse {
  let fixture: ContentFixture | null = null;
  beforeEach(async () => {
    fixture = await open();
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
    get content() {
      return opened().content;
    },
    openSecond: () => opened().openSecond(),
  };
}
