import { expect, test } from 'vitest';
import { describeInstallations } from './installation.ts';
import { startVoteLoad, VoteHistory } from './vote-load.ts';

/** As V8 writes it where it decides for a place in the code whether its objects are made among the old ones. */
const DECISION = /pretenuring: AllocationSite/g;

describeInstallations('objects of requests', (installed) => {
  test('are made among the young ones: V8 decides nothing else once the service listens', async () => {
    const owner = await installed().createOwner({ attests: true });
    const service = await installed().start({ nodeArgs: ['--trace-pretenuring-statistics'] });
    const before = service.stdout().match(DECISION)?.length;
    const load = startVoteLoad(service, owner, new VoteHistory(), 50);
    await load.untilMore(2_000);
    await load.stop();
    await service.stop();
    // What the start decided shows that the words are still those of V8.
    expect(before).toBeGreaterThan(0);
    expect(service.stdout().match(DECISION)?.length).toBe(before);
  });
});
