import { describe } from 'vitest';
import { describeAccounts } from './directory-accounts.ts';
import { describeDirectoryChanges } from './directory-changes.ts';
import { describeDeletions } from './directory-deletions.ts';
import { describeKeysAndSites } from './directory-keys-and-sites.ts';
import { describeServers } from './directory-servers.ts';
import { describeSlugs } from './directory-slugs.ts';
import type { OpenFixture } from './store-fixture.ts';

/** Every guarantee of DirectoryStore, for whichever store the fixture opens. */
export function describeDirectoryStore(name: string, open: OpenFixture): void {
  describe(`DirectoryStore on ${name}`, () => {
    describeAccounts(open);
    describeServers(open);
    describeSlugs(open);
    describeKeysAndSites(open);
    describeDeletions(open);
    describeDirectoryChanges(open);
  });
}
