import { describeStoreProcesses } from '../suites/describe-store-processes.ts';
import { openEmbeddedFixture } from '../suites/open-embedded-fixture.ts';

describeStoreProcesses('the embedded store', openEmbeddedFixture);
