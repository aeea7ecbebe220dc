import { openEmbeddedFixture } from '../suites/open-embedded-fixture.ts';
import { describeVoteTimeZones } from '../suites/vote-time-zones.ts';

describeVoteTimeZones('the embedded store', openEmbeddedFixture);
