import { beforeAll, describe, expect, test } from 'vitest';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import type { TestService } from '../testing/test-service.ts';
import { describeOnStores } from '../testing/test-service.ts';

const HOURS_12 = 43_200_000;

describeOnStores('POST /vote', (use) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
  });

  test('a first vote is 200 with the total, the time of the next vote and a vote id', async () => {
    const server = await tenant.addServer({ name: 'Aurora' });
    const answer = await tenant.vote({ serverId: server.id });
    const nextVoteAt = new Date(service.clock.nowMs + HOURS_12).toISOString();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      votes: 1,
      nextVoteAt,
      message: `Thank you for voting for Aurora. The next vote is possible at ${nextVoteAt}.`,
    });
    expect(answer.headers['vote-id']).toMatch(/^\d+-\d+$/);
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a second vote of the same address is 429 already_voted with the whole vote result and no Retry-After', async () => {
    const server = await tenant.addServer();
    const ip = randomIp();
    const first = await tenant.vote({ serverId: server.id }, { ip });
    service.clock.advance(1234);
    const second = await tenant.vote({ serverId: server.id }, { ip });
    expect(second.status).toBe(429);
    expect(second.body).toMatchObject({
      code: 'already_voted',
      type: '/docs/problems#already_voted',
      success: false,
      votes: 1,
      nextVoteAt: first.body.nextVoteAt,
    });
    expect(second.body.message).toContain(first.body.nextVoteAt);
    expect(second.body.message).toContain('Someone on this network');
    expect(second.headers['retry-after']).toBeUndefined();
    expect(second.headers['vote-id']).toBeUndefined();
  });

  test('a vote is possible from nextVoteAt on to the millisecond, and refusals never move it', async () => {
    const server = await tenant.addServer();
    const ip = randomIp();
    const first = await tenant.vote({ serverId: server.id }, { ip });
    service.clock.nowMs = Date.parse(first.body.nextVoteAt) - 1;
    const early = await tenant.vote({ serverId: server.id }, { ip });
    expect(early.body).toMatchObject({ code: 'already_voted', nextVoteAt: first.body.nextVoteAt });
    service.clock.nowMs = Date.parse(first.body.nextVoteAt);
    const onTime = await tenant.vote({ serverId: server.id }, { ip });
    expect(onTime.body).toMatchObject({ success: true, votes: 2 });
  });

  test('200 votes of one voter at once: one is counted and all the others hear the same time', async () => {
    const server = await tenant.addServer();
    const { key } = await tenant.addKey();
    const ip = randomIp();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => tenant.vote({ serverId: server.id }, { ip, headers: { 'X-API-KEY': key } })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.body.nextVoteAt)).size).toBe(1);
    expect(answers.every((answer) => answer.body.votes === 1)).toBe(true);
  });

  test('one voter may vote for each of several servers', async () => {
    const ip = randomIp();
    const { key } = await tenant.addKey();
    for (let count = 0; count < 3; count += 1) {
      const server = await tenant.addServer();
      const answer = await tenant.vote({ serverId: server.id }, { ip, headers: { 'X-API-KEY': key } });
      expect(answer.status).toBe(200);
    }
  });

  test('the name of the voter is recorded with the vote, normalised', async () => {
    const server = await tenant.addServer();
    const { key } = await tenant.addKey();
    const answer = await tenant.vote(
      { slug: server.slug, username: '  Zoe\u0308 ' },
      { headers: { 'X-API-KEY': key } },
    );
    const log = await service.stores.votes.readLog(tenant.accountId, null, 1000);
    expect(log.find((vote) => vote.voteId === answer.headers['vote-id'])).toMatchObject({
      username: 'Zo\u00eb',
      serverNum: server.num,
      total: 1,
      via: 'direct',
    });
  });

  describe('Idempotency-Key', () => {
    test('the same request again is answered with its first success and the same vote id', async () => {
      const server = await tenant.addServer();
      const { key } = await tenant.addKey();
      const ip = randomIp();
      const headers = { 'X-API-KEY': key, 'Idempotency-Key': 'try-1' };
      const body = { serverId: server.id, username: 'mirelle' };
      const first = await tenant.vote(body, { ip, headers });
      await tenant.vote({ serverId: server.id }, { headers: { 'X-API-KEY': key } });
      service.clock.advance(5000);
      const again = await tenant.vote(body, { ip, headers });
      expect(again.status).toBe(200);
      expect(again.body).toEqual(first.body);
      expect(again.headers['vote-id']).toBe(first.headers['vote-id']);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect((await tenant.check({ serverId: server.id, ip })).body.serverVotes).toBe(2);
    });

    test.each([
      ['another key', { 'Idempotency-Key': 'other' }, 'mirelle'],
      ['another username', { 'Idempotency-Key': 'mine' }, 'somebody-else'],
      ['no key', {}, 'mirelle'],
    ])('%s replays nothing', async (_name, changed, username) => {
      const server = await tenant.addServer();
      const { key } = await tenant.addKey();
      const ip = randomIp();
      const body = { serverId: server.id, username: 'mirelle' };
      await tenant.vote(body, { ip, headers: { 'X-API-KEY': key, 'Idempotency-Key': 'mine' } });
      const answer = await tenant.vote({ ...body, username }, { ip, headers: { 'X-API-KEY': key, ...changed } });
      expect(answer.body.code).toBe('already_voted');
    });

    test('another voter with the same key is a fresh vote', async () => {
      const server = await tenant.addServer();
      const { key } = await tenant.addKey();
      const headers = { 'X-API-KEY': key, 'Idempotency-Key': 'shared' };
      const first = await tenant.vote({ serverId: server.id }, { headers });
      const second = await tenant.vote({ serverId: server.id }, { headers });
      expect([first.body.votes, second.body.votes]).toEqual([1, 2]);
      expect(second.headers['idempotency-replayed']).toBeUndefined();
    });

    test('after 12 hours the same request is a fresh vote', async () => {
      const server = await tenant.addServer();
      const { key } = await tenant.addKey();
      const ip = randomIp();
      const headers = { 'X-API-KEY': key, 'Idempotency-Key': 'daily' };
      const first = await tenant.vote({ serverId: server.id }, { ip, headers });
      service.clock.advance(HOURS_12);
      const second = await tenant.vote({ serverId: server.id }, { ip, headers });
      expect(second.body.votes).toBe(2);
      expect(second.headers['vote-id']).not.toBe(first.headers['vote-id']);
    });

    test.each(['', 'a b', 'ü', 'x'.repeat(129)])('%j is refused before the vote is spent', async (bad) => {
      const server = await tenant.addServer();
      const ip = randomIp();
      const headers = { 'Idempotency-Key': Buffer.from(bad).toString('latin1') };
      const answer = await tenant.vote({ serverId: server.id }, { ip, headers });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].parameter).toBe('Idempotency-Key');
      expect((await tenant.check({ serverId: server.id, ip })).body.canVote).toBe(true);
    });
  });
});
