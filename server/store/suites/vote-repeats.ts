import { describe, expect, test } from 'vitest';
import { again, COOLDOWN_MS, checkOf, newAttempt, newVoter, randomText, seedAccount } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

/** A request that comes again: by its Idempotency-Key, by its attempt, or under another secret. */
export function describeVoteRepeats(open: OpenFixture): void {
  describe('repeats', () => {
    describeRepeats(open);
    describeOlderSecrets(open);
  });
}

function describeRepeats(open: OpenFixture): void {
  const use = useFixture(open);

  test('the same Idempotency-Key is answered with its first success and the total it had then', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded, { idempotency: randomText() });
    const counted = await use.stores.votes.castVote(attempt);
    await use.stores.votes.castVote(newAttempt(seeded));
    use.clock.advance(30_000);
    const replayed = await use.stores.votes.castVote(again(attempt));
    expect(replayed).toEqual({
      ...counted,
      status: 'replayed',
      nowMs: use.clock.nowMs,
      window: { limit: 30, remaining: 28, resetMs: 30_000 },
    });
    expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([2]);
  });

  test('another Idempotency-Key, or none, is refused', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded, { idempotency: randomText() });
    await use.stores.votes.castVote(attempt);
    for (const idempotency of [randomText(), null]) {
      const refused = await use.stores.votes.castVote(again(attempt, { idempotency }));
      expect(refused.status).toBe('already_voted');
    }
  });

  test('no Idempotency-Key is never the same as no Idempotency-Key', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded, { idempotency: null });
    await use.stores.votes.castVote(attempt);
    expect((await use.stores.votes.castVote(again(attempt))).status).toBe('already_voted');
    const late = await use.stores.votes.castVote(again(attempt, { idempotency: randomText() }));
    expect(late.status).toBe('already_voted');
  });

  test('an Idempotency-Key is bound to voter and server', async () => {
    const seeded = await seedAccount(use.stores, 2);
    const attempt = newAttempt(seeded, { idempotency: randomText() });
    await use.stores.votes.castVote(attempt);
    const elsewhere = await use.stores.votes.castVote(again(attempt, { serverNum: seeded.serverNums[1]! }));
    const other = await use.stores.votes.castVote(again(attempt, { voters: [newVoter()] }));
    expect([elsewhere.status, other.status]).toEqual(['counted', 'counted']);
  });

  test('an Idempotency-Key is forgotten with its lock and counts again from then on', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded, { idempotency: randomText() });
    const first = await use.stores.votes.castVote(attempt);
    use.clock.advance(COOLDOWN_MS - 1);
    expect((await use.stores.votes.castVote(again(attempt))).status).toBe('replayed');
    use.clock.advance(1);
    const second = await use.stores.votes.castVote(again(attempt));
    expect(second).toMatchObject({ status: 'counted', votes: 2 });
    expect(second).not.toHaveProperty('voteId', 'voteId' in first ? first.voteId : null);
  });

  test('the same attempt sent twice is one vote, and both calls answer counted', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded);
    const first = await use.stores.votes.castVote(attempt);
    await use.stores.votes.castVote(newAttempt(seeded));
    use.clock.advance(200);
    const second = await use.stores.votes.castVote(attempt);
    expect(second).toEqual({
      ...first,
      nowMs: use.clock.nowMs,
      window: { limit: 30, remaining: 28, resetMs: 59_800 },
    });
    expect(await use.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([2]);
    expect(await use.stores.votes.readLog(seeded.accountId, null, 10)).toHaveLength(2);
  });

  test('an attempt is recognised before its Idempotency-Key is', async () => {
    const seeded = await seedAccount(use.stores);
    const attempt = newAttempt(seeded, { idempotency: randomText() });
    await use.stores.votes.castVote(attempt);
    expect((await use.stores.votes.castVote(attempt)).status).toBe('counted');
  });
}

function describeOlderSecrets(open: OpenFixture): void {
  const use = useFixture(open);

  test('a lock made under an older secret is honoured', async () => {
    const seeded = await seedAccount(use.stores);
    const [older, newer] = [newVoter(), newVoter()];
    const counted = await use.stores.votes.castVote(newAttempt(seeded, { voters: [older] }));
    const attempt = newAttempt(seeded, { voters: [newer, older] });
    const refused = await use.stores.votes.castVote(attempt);
    const nextVoteAtMs = 'nextVoteAtMs' in counted ? counted.nextVoteAtMs : null;
    expect(refused).toMatchObject({ status: 'already_voted', nextVoteAtMs });
    const checked = await use.stores.votes.checkVotes(checkOf(attempt));
    expect(checked.servers).toEqual([{ nextVoteAtMs, votes: 1 }]);
  });

  test('in a list, locks of either secret hold their own servers and no others', async () => {
    const seeded = await seedAccount(use.stores, 4);
    const [, second = 0, third = 0] = seeded.serverNums;
    const [older, newer] = [newVoter(), newVoter()];
    await use.stores.votes.castVote(newAttempt(seeded, { voters: [older], serverNum: second, cooldownMs: 2_000 }));
    await use.stores.votes.castVote(newAttempt(seeded, { voters: [newer], serverNum: third, cooldownMs: 3_000 }));
    const question = { ...checkOf(newAttempt(seeded, { voters: [newer, older] })), serverNums: seeded.serverNums };
    const { nowMs } = use.clock;
    expect((await use.stores.votes.checkVotes(question)).servers).toEqual([
      { nextVoteAtMs: null, votes: 0 },
      { nextVoteAtMs: nowMs + 2_000, votes: 1 },
      { nextVoteAtMs: nowMs + 3_000, votes: 1 },
      { nextVoteAtMs: null, votes: 0 },
    ]);
  });

  test('a vote is replayed across a change of the secret', async () => {
    const seeded = await seedAccount(use.stores);
    const [older, newer] = [newVoter(), newVoter()];
    const attempt = newAttempt(seeded, { voters: [older], idempotency: randomText() });
    const counted = await use.stores.votes.castVote(attempt);
    const replayed = await use.stores.votes.castVote(again(attempt, { voters: [newer, older] }));
    expect(replayed).toEqual({ ...counted, status: 'replayed' });
  });

  test('a new lock is made under the first hash only', async () => {
    const seeded = await seedAccount(use.stores);
    const [older, newer] = [newVoter(), newVoter()];
    const attempt = newAttempt(seeded, { voters: [newer, older] });
    await use.stores.votes.castVote(attempt);
    const ofNewer = await use.stores.votes.checkVotes({ ...checkOf(attempt), voters: [newer] });
    const ofOlder = await use.stores.votes.checkVotes({ ...checkOf(attempt), voters: [older] });
    expect(ofNewer.servers[0]?.nextVoteAtMs).toBe(use.clock.nowMs + COOLDOWN_MS);
    expect(ofOlder.servers[0]?.nextVoteAtMs).toBeNull();
  });

  test('a lock of an older secret that is over does not hide a live one', async () => {
    const seeded = await seedAccount(use.stores);
    const [older, newer] = [newVoter(), newVoter()];
    await use.stores.votes.castVote(newAttempt(seeded, { voters: [newer], cooldownMs: 1_000 }));
    await use.stores.votes.castVote(newAttempt(seeded, { voters: [older], cooldownMs: 9_000 }));
    use.clock.advance(1_000);
    const refused = await use.stores.votes.castVote(newAttempt(seeded, { voters: [newer, older] }));
    expect(refused).toMatchObject({ status: 'already_voted', nextVoteAtMs: use.clock.nowMs + 8_000 });
  });

  test('of two live locks the later one decides, under whichever hash it is', async () => {
    for (const { newerMs, olderMs } of [
      { newerMs: 1_000, olderMs: 9_000 },
      { newerMs: 9_000, olderMs: 1_000 },
    ]) {
      const seeded = await seedAccount(use.stores);
      const [older, newer] = [newVoter(), newVoter()];
      await use.stores.votes.castVote(newAttempt(seeded, { voters: [newer], cooldownMs: newerMs }));
      await use.stores.votes.castVote(newAttempt(seeded, { voters: [older], cooldownMs: olderMs }));
      const attempt = newAttempt(seeded, { voters: [newer, older] });
      const nextVoteAtMs = use.clock.nowMs + 9_000;
      expect(await use.stores.votes.castVote(attempt)).toMatchObject({ status: 'already_voted', nextVoteAtMs });
      const checked = await use.stores.votes.checkVotes(checkOf(attempt));
      expect(checked.servers).toEqual([{ nextVoteAtMs, votes: 2 }]);
    }
  });

  test('a repeat is recognised by the lock of any hash, also beside a later lock of another', async () => {
    const seeded = await seedAccount(use.stores);
    const [older, newer] = [newVoter(), newVoter()];
    const attempt = newAttempt(seeded, { voters: [older], idempotency: randomText(), cooldownMs: 1_000 });
    const counted = await use.stores.votes.castVote(attempt);
    await use.stores.votes.castVote(newAttempt(seeded, { voters: [newer], cooldownMs: 9_000 }));
    const window = { limit: 30, remaining: 28, resetMs: 60_000 };
    const voters = [newer, older];
    const replayed = await use.stores.votes.castVote(again(attempt, { voters }));
    expect(replayed).toEqual({ ...counted, status: 'replayed', window });
    const repeated = await use.stores.votes.castVote({ ...attempt, voters });
    expect(repeated).toEqual({ ...counted, window });
  });
}
