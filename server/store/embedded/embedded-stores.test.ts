import { describeDirectoryStore } from '../suites/describe-directory-store.ts';
import { describeStoreArchive } from '../suites/describe-store-archive.ts';
import { describeStores } from '../suites/describe-stores.ts';
import { describeVoteStore } from '../suites/describe-vote-store.ts';
import { openEmbeddedFixture } from '../suites/open-embedded-fixture.ts';
import type { OpenFixture } from '../suites/store-fixture.ts';

describeStores('the embedded store', openEmbeddedFixture);
describeVoteStore('the embedded store', openEmbeddedFixture);
describeDirectoryStore('the embedded store', openEmbeddedFixture);
describeStoreArchive('the embedded store', openEmbeddedFixture);

// Two votes are enough for the journal to be moved, so that it is whenever votes are counted.
const openMoving: OpenFixture = (options) => openEmbeddedFixture({ ...options, gatheredVotes: 2 });
describeVoteStore('the embedded store whose journal is always moving', openMoving);
describeDirectoryStore('the embedded store whose journal is always moving', openMoving);
describeStoreArchive('the embedded store whose journal is always moving', openMoving);
