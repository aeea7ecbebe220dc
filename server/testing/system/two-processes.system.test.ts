import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../api-client.ts';
import { randomIp } from '../tenant.ts';
import { describeInstallations, type Owner } from './installation.ts';
import type { ServiceProcess } from './service-process.ts';
import { check, totalOf, vote } from './voting.ts';

describeInstallations('two processes', (installed) => {
  let both: readonly [ServiceProcess, ServiceProcess];
  let owner: Owner;
  beforeAll(async () => {
    both = await Promise.all([installed().start(), installed().start()]);
  });

  /** So many votes at once, every other one on the other process. */
  function voteOnBoth(count: number, ip?: string): Promise<Answer[]> {
    return Promise.all(
      Array.from({ length: count }, (_, index) => vote(both[index % 2]!, owner, ip === undefined ? {} : { ip })),
    );
  }

  describe('with an owner of its own', () => {
    beforeAll(async () => {
      owner = await installed().createOwner();
    });

    test.each([50, 200])(
      'count one of %i parallel votes of one voter, and tell the losers the same time',
      async (count) => {
        const before = await totalOf(both[0], owner);
        const answers = await voteOnBoth(count, randomIp());
        const [winner, ...others] = answers.filter(({ status }) => status === 200);
        expect(others).toEqual([]);
        expect(winner?.body).toMatchObject({ success: true, votes: before + 1 });
        const losers = answers.filter((answer) => answer !== winner);
        const told = new Set(
          losers.map(({ status, body }) => `${status} ${body.code} ${body.nextVoteAt} ${body.votes}`),
        );
        expect([...told]).toEqual([`429 already_voted ${winner?.body.nextVoteAt} ${before + 1}`]);
        expect(await totalOf(both[1], owner)).toBe(before + 1);
      },
    );

    test('tell the same about a vote, right after it', async () => {
      for (const [one, other] of [both, [...both].reverse()]) {
        const ip = randomIp();
        const { status, body } = await vote(one!, owner, { ip });
        expect(status).toBe(200);
        const told = await Promise.all([check(other!, owner, ip), check(one!, owner, ip)]);
        const expected = { canVote: false, nextVoteAt: body.nextVoteAt, serverVotes: body.votes };
        expect(told.map((answer) => answer.body)).toEqual([expected, expected]);
      }
    });
  });

  test('count exactly 30 of 60 voters at once on one key', async () => {
    owner = await installed().createOwner();
    const answers = await voteOnBoth(60);
    const codes = answers.map(({ status, body }) => (status === 200 ? 'counted' : body.code));
    expect(codes.filter((code) => code === 'counted')).toHaveLength(30);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(30);
    expect(await totalOf(both[0], owner)).toBe(30);
    expect(await totalOf(both[1], owner)).toBe(30);
  });
});
