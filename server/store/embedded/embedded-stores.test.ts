import { describeDirectoryStore } from '../suites/describe-directory-store.ts';
import { describeStoreArchive } from '../suites/describe-store-archive.ts';
import { describeStores } from '../suites/describe-stores.ts';
import { describeVoteStore } from '../suites/describe-vote-store.ts';
import { openEmbeddedFixture } from '../suites/open-embedded-fixture.ts';

describeStores('the embedded store', openEmbeddedFixture);
describeVoteStore('the embedded store', openEmbeddedFixture);
describeDirectoryStore('the embedded store', openEmbeddedFixture);
describeStoreArchive('the embedded store', openEmbeddedFixture);
