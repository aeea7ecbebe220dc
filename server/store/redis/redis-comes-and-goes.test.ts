import { describe, expect, test, vi } from 'vitest';
import { newAttempt, seedAccount } from '../suites/builders.ts';
import { expectUnavailable, useRedis } from '../suites/use-redis.ts';

describe('Redis that comes and goes', () => {
  const use = useRedis();

  test('down at start, it is used without a restart when it comes up', async () => {
    const late = await use.prepareServer();
    const stores = await use.open(late.url);
    expect(await stores.checkHealth()).toMatchObject({
      ready: false,
      notes: [expect.stringContaining('ECONNREFUSED')],
    });
    await expectUnavailable(() => stores.directory.findAccount('acc_1'));
    await late.start();
    await vi.waitFor(() => stores.directory.listAccounts(), { timeout: 5_000, interval: 50 });
    const seeded = await seedAccount(stores);
    expect(await stores.votes.castVote(newAttempt(seeded))).toMatchObject({ status: 'counted', votes: 1 });
    expect((await stores.checkHealth()).ready).toBe(true);
  });

  test('killed and started again, it goes on counting where it was', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    await stores.votes.castVote(newAttempt(seeded));
    await use.server.kill();
    await expectUnavailable(() => stores.votes.castVote(newAttempt(seeded)));
    await use.server.start();
    const attempt = newAttempt(seeded);
    await vi.waitFor(() => stores.votes.castVote(attempt), { timeout: 5_000, interval: 50 });
    expect(await stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([2]);
  });

  test('a wrong password is told in words, and nothing hangs', async () => {
    const locked = await use.prepareServer({ password: 'right' });
    await locked.start();
    const stores = await use.open(`redis://:wrong@${locked.host}:${locked.port}`);
    await expectUnavailable(() => stores.directory.findAccount('acc_1'));
    const { ready, notes } = await stores.checkHealth();
    expect(ready).toBe(false);
    expect(notes.join()).toMatch(/WRONGPASS/);
    const well = await use.open(locked.url);
    expect(await well.directory.listAccounts()).toEqual([]);
  });

  test('scripts that Redis forgets under traffic cost no vote', async () => {
    const stores = await use.open();
    const seeded = await seedAccount(stores);
    let running = true;
    const flushing = (async () => {
      while (running) await use.server.command('SCRIPT', 'FLUSH');
    })();
    let counted = 0;
    for (let round = 0; round < 40; round += 1) {
      const attempts = Array.from({ length: 25 }, () => newAttempt(seeded, { votesPerMinute: 100_000 }));
      const outcomes = await Promise.all(attempts.map((attempt) => stores.votes.castVote(attempt)));
      counted += outcomes.filter((outcome) => outcome.status === 'counted').length;
    }
    running = false;
    await flushing;
    expect(counted).toBe(1_000);
    expect(await stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([1_000]);
  });
});
