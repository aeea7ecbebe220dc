import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { randomIp } from '../tenant.ts';
import { createInstallation, type Installation, type Owner } from './installation.ts';
import { check, vote } from './voting.ts';

const TWELVE_HOURS_MS = 43_200_000;
const MINUTE_MS = 60_000;

/** Lets the clock of a process be wrong by so much, as a machine without NTP does. */
function withClockOff(minutes: number): { readonly NODE_OPTIONS: string } {
  const source = `const now = Date.now; Date.now = () => now() + ${minutes * MINUTE_MS};
    globalThis.Date = class extends Date { constructor(...given) { given.length ? super(...given) : super(Date.now()); } };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

describe('processes whose clocks are wrong, on Redis', () => {
  let redis: RedisServer;
  let installation: Installation;
  let owner: Owner;
  beforeAll(async () => {
    redis = await startRedisServer();
    installation = await createInstallation(redis);
    owner = await installation.createOwner();
  });
  afterAll(async () => {
    await installation.close();
    await redis.close();
  });

  test('by five minutes either way promise and keep the same time: twelve hours from the vote by the clock of Redis', async () => {
    const [early, late] = await Promise.all(
      [-5, 5].map((minutes) => installation.start({ env: withClockOff(minutes) })),
    );
    for (const [one, other] of [
      [early!, late!],
      [late!, early!],
    ] as const) {
      const ip = randomIp();
      const before = Date.now();
      const { status, body } = await vote(one, owner, { ip });
      expect(status).toBe(200);
      const votedAt = Date.parse(body.nextVoteAt) - TWELVE_HOURS_MS;
      expect(votedAt).toBeGreaterThanOrEqual(before);
      expect(votedAt).toBeLessThanOrEqual(Date.now());
      expect((await vote(other, owner, { ip })).body).toMatchObject({
        code: 'already_voted',
        nextVoteAt: body.nextVoteAt,
      });
      expect((await check(other, owner, ip)).body).toMatchObject({ canVote: false, nextVoteAt: body.nextVoteAt });
    }
  });

  test('by more than ten minutes count nothing, and say why', async () => {
    const service = await installation.start({ env: withClockOff(11), until: 'alive' });
    const ip = randomIp();
    const refused = await vote(service, owner, { ip });
    expect(refused.body).toMatchObject({ status: 503, code: 'clock_skew' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const right = await installation.start();
    expect((await check(right, owner, ip)).body.canVote).toBe(true);
  });
});
