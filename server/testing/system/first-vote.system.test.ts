import { expect, test } from 'vitest';
import { ask } from '../api-client.ts';
import { randomIp } from '../tenant.ts';
import { describeInstallations } from './installation.ts';
import { vote } from './voting.ts';

const TWELVE_HOURS_MS = 43_200_000;

describeInstallations('the built product', (installed) => {
  test('counts a first vote and refuses a second one, with every header', async () => {
    const owner = await installed().createOwner();
    const service = await installed().start();
    const ip = randomIp();
    const askedAt = Date.now();
    const first = await vote(service, owner, { ip });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      success: true,
      votes: 1,
      nextVoteAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      message: expect.stringContaining(first.body.nextVoteAt),
    });
    const wait = Date.parse(first.body.nextVoteAt) - askedAt;
    expect(wait).toBeGreaterThanOrEqual(TWELVE_HOURS_MS - 50);
    expect(wait).toBeLessThan(TWELVE_HOURS_MS + 5_000);
    const limits = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'ratelimit-policy': '"votes";q=30;w=60',
      ratelimit: expect.stringMatching(/^"votes";r=29;t=(60|5\d)$/),
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '29',
      'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
    };
    expect(first.headers).toMatchObject({ ...limits, 'vote-id': expect.stringMatching(/^\S+$/) });
    const second = await vote(service, owner, { ip });
    expect(second.body).toMatchObject({
      status: 429,
      code: 'already_voted',
      success: false,
      votes: 1,
      nextVoteAt: first.body.nextVoteAt,
    });
    expect(second.headers).toMatchObject({ ...limits, 'content-type': 'application/problem+json; charset=utf-8' });
    expect(second.headers).not.toHaveProperty('retry-after');
  });

  test('replays a vote that is sent again with its Idempotency-Key', async () => {
    const owner = await installed().createOwner();
    const service = await installed().start();
    const again = { ip: randomIp(), headers: { 'Idempotency-Key': 'order-7' } };
    const first = await vote(service, owner, again);
    const second = await vote(service, owner, again);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers['vote-id']).toBe(first.headers['vote-id']);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  test('tells clients that an idle connection is kept for longer than any proxy keeps one', async () => {
    const service = await installed().start();
    const { headers } = await ask(`${service.url}/healthz`);
    expect(headers.connection).toBe('keep-alive');
    expect(Number(/^timeout=(\d+)$/.exec(headers['keep-alive'] ?? '')?.[1])).toBeGreaterThanOrEqual(65);
  });
});
