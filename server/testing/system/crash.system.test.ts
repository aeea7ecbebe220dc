import { describe, expect, onTestFinished, test } from 'vitest';
import { startRedisServer } from '../redis-server.ts';
import { createInstallation, describeInstallations } from './installation.ts';
import { expectNothingLost, startVoteLoad, VoteHistory } from './vote-load.ts';

const ROUNDS = 3;
const VOTES_A_ROUND = 300;

describeInstallations('the service killed under load', (installed) => {
  test('loses no acknowledged vote, time after time', async () => {
    const owner = await installed().createOwner({ attests: true });
    const history = new VoteHistory();
    let service = await installed().start();
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = startVoteLoad(service, owner, history, 16);
      await load.untilMore(VOTES_A_ROUND);
      await service.kill();
      await load.stop();
      service = await installed().start({ port: service.port });
    }
    expect(history.acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * VOTES_A_ROUND);
    await expectNothingLost(service, owner, history);
  });
});

describe('Redis killed under load, itself on Redis', () => {
  test('loses no acknowledged vote with a log that is flushed every second', async () => {
    const redis = await startRedisServer({ args: ['--appendonly', 'yes', '--appendfsync', 'everysec'] });
    onTestFinished(() => redis.close());
    const installation = await createInstallation(redis);
    onTestFinished(() => installation.close());
    const owner = await installation.createOwner({ attests: true });
    const history = new VoteHistory();
    const service = await installation.start();
    const load = startVoteLoad(service, owner, history, 16);
    for (let round = 0; round < ROUNDS; round += 1) {
      await load.untilMore(VOTES_A_ROUND);
      await redis.kill();
      await redis.start();
    }
    await load.untilMore(VOTES_A_ROUND);
    await load.stop();
    await expectNothingLost(service, owner, history);
    expect([...history.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  test('leaves no lock and no window of a key without an end, nor does a killed service', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.close());
    const installation = await createInstallation(redis);
    onTestFinished(() => installation.close());
    const owner = await installation.createOwner({ attests: true });
    const service = await installation.start();
    const load = startVoteLoad(service, owner, new VoteHistory(), 16);
    await load.untilMore(VOTES_A_ROUND);
    await service.kill();
    await load.stop();
    const withoutEnd = `local found = {}
      for _, key in ipairs(redis.call('KEYS', '*')) do
        if redis.call('PTTL', key) == -1 then found[#found + 1] = string.match(key, '^%a+') end
      end
      return table.concat(found, ' ')`;
    const kinds = new Set((await redis.command('EVAL', withoutEnd, '0')).split(' '));
    expect(kinds).not.toContain('lock');
    expect(kinds).not.toContain('window');
    expect(Number(await redis.command('DBSIZE'))).toBeGreaterThan(VOTES_A_ROUND);
  });
});
