import { expect, test } from 'vitest';
import { newAttempt, newKey, seedAccount } from '../store/suites/builders.ts';
import { openEmbeddedFixture } from '../store/suites/open-embedded-fixture.ts';
import { useFixture } from '../store/suites/store-fixture.ts';
import { diagnoseVotes } from './diagnose-votes.ts';

const use = useFixture(openEmbeddedFixture);
const QUOTA = 40;

/** The findings about an account whose votes came from so many networks in turn. */
async function findingsOf(votes: number, networks: number) {
  const seeded = await seedAccount(use.stores);
  for (let count = 0; count < votes; count += 1) {
    const attempt = newAttempt(seeded, { network: `net ${count % networks}`, votesPerMinute: 10_000 });
    await use.stores.votes.castVote(attempt);
  }
  return () => diagnoseVotes(use.stores, { nowMs: use.clock.nowMs, votesPerMinute: QUOTA });
}

test('an account most of whose votes within an hour came from three networks is told of, for that hour', async () => {
  await findingsOf(99, 1);
  await findingsOf(120, 40);
  const ask = await findingsOf(120, 3);
  expect(await ask()).toEqual([
    { check: 'votes', level: 'warn', message: expect.stringMatching(/^Most of the 120 votes of .* three networks/) },
  ]);
  use.clock.advance(3_600_001);
  expect(await ask()).toEqual([]);
});

test('a vote key with a tenth or less of its quota left is told of', async () => {
  const seeded = await seedAccount(use.stores);
  const key = newKey(seeded.accountId, { kind: 'vote', votesPerMinute: null });
  await use.stores.directory.saveKey(key);
  const ask = () => diagnoseVotes(use.stores, { nowMs: use.clock.nowMs, votesPerMinute: QUOTA });
  const spend = async (votes: number) => {
    for (let count = 0; count < votes; count += 1)
      await use.stores.votes.castVote(newAttempt(seeded, { keyId: key.id, votesPerMinute: QUOTA }));
  };
  await spend(35);
  expect(await ask()).toEqual([]);
  await spend(1);
  const message = expect.stringContaining(`Key ${key.id} has 4 of its 40 votes a minute left`);
  expect(await ask()).toEqual([{ check: 'quota', level: 'warn', message }]);
});
