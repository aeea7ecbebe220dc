import { describe } from 'vitest';
import type { OpenFixture } from './store-fixture.ts';
import { describeVoteClock } from './vote-clock.ts';
import { describeVoteDecisions } from './vote-decisions.ts';
import { describeVoteLog } from './vote-log.ts';
import { describeVoteModel } from './vote-model-property.ts';
import { describeVoteRaces } from './vote-races.ts';
import { describeVoteRepeats } from './vote-repeats.ts';
import { describeVoteWindow } from './vote-window.ts';

/** Every guarantee of VoteStore, for whichever store the fixture opens. */
export function describeVoteStore(name: string, open: OpenFixture): void {
  describe(`VoteStore on ${name}`, () => {
    describeVoteDecisions(open);
    describeVoteRepeats(open);
    describeVoteWindow(open);
    describeVoteClock(open);
    describeVoteRaces(open);
    describeVoteLog(open);
    describeVoteModel(open);
  });
}
