import { describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, ask } from '../api-client.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { randomIp } from '../tenant.ts';
import { createInstallation, type Installation, type Owner } from './installation.ts';
import type { ServiceProcess } from './service-process.ts';
import { expectNothingLost, startVoteLoad, VoteHistory } from './vote-load.ts';
import { totalOf, vote } from './voting.ts';

const ANSWER_MS = 1_500;
const RECOVERY_MS = 5_000;
const WARNING = 40;

interface Scene {
  readonly redis: RedisServer;
  readonly installation: Installation;
  readonly owner: Owner;
}

/** A Redis that keeps its data, an installation on it, and an owner who votes without a limit. */
async function openScene(): Promise<Scene> {
  const redis = await startRedisServer({ appendOnly: true });
  onTestFinished(() => redis.close());
  const installation = await createInstallation(redis);
  onTestFinished(() => installation.close());
  return { redis, installation, owner: await installation.createOwner({ attests: true }) };
}

/** The same behind a proxy that can lose replies. */
async function openProxiedScene(): Promise<Scene & { readonly proxy: FaultProxy }> {
  const redis = await startRedisServer();
  onTestFinished(() => redis.close());
  const proxy = await startFaultProxy(redis);
  onTestFinished(() => proxy.close());
  const installation = await createInstallation({ url: `redis://${proxy.host}:${proxy.port}` });
  onTestFinished(() => installation.close());
  return { redis, proxy, installation, owner: await installation.createOwner({ attests: true }) };
}

async function timed(asking: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly ms: number }> {
  const startedAt = performance.now();
  const answer = await asking();
  return { answer, ms: performance.now() - startedAt };
}

/** So many votes at once: each a 503 that says when to come back, in time. */
async function expectRefused(service: ServiceProcess, owner: Owner, count = 10): Promise<void> {
  const tries = await Promise.all(Array.from({ length: count }, () => timed(() => vote(service, owner))));
  for (const { answer, ms } of tries) {
    expect(answer.body).toMatchObject({ status: 503, code: 'store_unavailable', retryAfter: expect.any(Number) });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(ms).toBeLessThan(ANSWER_MS);
  }
}

/** Votes are counted again soon, by the same process. */
async function expectRecovery(service: ServiceProcess, owner: Owner): Promise<void> {
  const polling = { timeout: RECOVERY_MS, interval: 50 };
  await expect.poll(async () => (await vote(service, owner)).status, polling).toBe(200);
  await expect.poll(async () => (await ask(`${service.url}/readyz`)).status, polling).toBe(200);
}

describe('an outage of the store, on Redis', () => {
  test('at the start is waited for: the service answers meanwhile, and counts once Redis is there', async () => {
    const { redis, installation, owner } = await openScene();
    await redis.stop();
    const service = await installation.start({ until: 'alive' });
    const { answer: readiness, ms } = await timed(() => ask(`${service.url}/readyz`));
    expect(ms).toBeLessThan(ANSWER_MS);
    expect(readiness.body).toMatchObject({ status: 503, code: 'not_ready' });
    expect(readiness.body.detail).toMatch(/^[^\n]*Redis[^\n]*$/);
    await expectRefused(service, owner);
    await redis.start();
    await expectRecovery(service, owner);
    expect(service.stderr()).toBe('');
    await service.stop();
    expect(service.log().filter(({ level, msg }) => level >= WARNING && msg?.includes('Redis'))).toHaveLength(1);
  });

  test('is refused in time and over as soon as Redis is back', async () => {
    const { redis, installation, owner } = await openScene();
    const service = await installation.start();
    expect((await vote(service, owner)).status).toBe(200);
    await redis.kill();
    await expectRefused(service, owner);
    expect((await ask(`${service.url}/healthz`)).status).toBe(200);
    await expect.poll(async () => (await ask(`${service.url}/readyz`)).status, { timeout: 5_000 }).toBe(503);
    await redis.start();
    await expectRecovery(service, owner);
  });

  test('does not spend the vote that it refused: the retry is counted, once', async () => {
    const { redis, installation, owner } = await openScene();
    const service = await installation.start();
    const again = { ip: randomIp(), headers: { 'Idempotency-Key': 'retry-after-outage' } };
    expect((await vote(service, owner, { ip: randomIp() })).status).toBe(200);
    await redis.stop();
    expect((await vote(service, owner, again)).status).toBe(503);
    await redis.start();
    await expect.poll(async () => (await vote(service, owner, again)).status, { timeout: RECOVERY_MS }).toBe(200);
    expect(await totalOf(service, owner)).toBe(2);
  });

  test('that lost the reply of a counted vote is healed by the retry: the same vote, not another', async () => {
    const { proxy, installation, owner } = await openProxiedScene();
    const service = await installation.start();
    expect((await vote(service, owner)).status).toBe(200);
    const again = { ip: randomIp(), headers: { 'Idempotency-Key': 'lost-reply' } };
    proxy.swallowReplies();
    const { answer, ms } = await timed(() => vote(service, owner, again));
    expect(answer.status).toBe(503);
    expect(ms).toBeLessThan(ANSWER_MS);
    proxy.heal();
    await expect.poll(async () => (await vote(service, owner, again)).status, { timeout: RECOVERY_MS }).toBe(200);
    const replay = await vote(service, owner, again);
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(await totalOf(service, owner)).toBe(2);
  });

  test('by a connection that is cut or goes silent mid-vote is answered in time', async () => {
    const { proxy, installation, owner } = await openProxiedScene();
    const service = await installation.start();
    const history = new VoteHistory();
    const load = startVoteLoad(service, owner, history);
    for (const fault of [proxy.cut, proxy.stall, proxy.swallowReplies]) {
      await load.untilMore(50);
      fault();
      await expect
        .poll(() => vote(service, owner).then(({ status }) => status), { timeout: 5_000 })
        .toSatisfy((status: number) => fault === proxy.cut || status === 503);
      proxy.heal();
    }
    await load.untilMore(50);
    await load.stop();
    expect(history.slowestMs).toBeLessThan(ANSWER_MS);
    expect([...history.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});

describe('a Redis that changes under load, on Redis', () => {
  /** A load, and somebody else who is asked meanwhile, so that the votes of the load stay known. */
  async function openLoad() {
    const scene = await openScene();
    const witness = await scene.installation.createOwner({ attests: true });
    const service = await scene.installation.start();
    const history = new VoteHistory();
    const load = startVoteLoad(service, scene.owner, history);
    await load.untilMore(50);
    return { ...scene, witness, service, history, load };
  }

  test('forgets its scripts and restarts: never a 500, and nothing counted twice or lost', async () => {
    const { redis, service, owner, history, load } = await openLoad();
    for (let round = 0; round < 5; round += 1) {
      await redis.command('SCRIPT', 'FLUSH');
      await load.untilMore(50);
    }
    expect([...history.statuses.keys()]).toEqual([200]);
    await redis.stop();
    await redis.start();
    await load.untilMore(50);
    await load.stop();
    expect([...history.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await expectNothingLost(service, owner, history);
  });

  test('hangs: every answer in time, and nothing counted twice once it goes on', async () => {
    const { redis, service, owner, witness, history, load } = await openLoad();
    redis.pause();
    await expectRefused(service, witness);
    await expect.poll(() => ask(`${service.url}/readyz`).then(({ status }) => status), { timeout: 5_000 }).toBe(503);
    redis.resume();
    await expectRecovery(service, witness);
    await load.stop();
    await expectNothingLost(service, owner, history);
    expect(history.slowestMs).toBeLessThan(ANSWER_MS);
    expect([...history.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  test('becomes a replica and a master again: votes are refused meanwhile, and recover', async () => {
    const { redis, service, owner, witness, history, load } = await openLoad();
    await redis.command('REPLICAOF', '127.0.0.1', '1');
    await expectRefused(service, witness);
    await redis.command('REPLICAOF', 'NO', 'ONE');
    await expectRecovery(service, witness);
    await load.stop();
    await expectNothingLost(service, owner, history);
    expect([...history.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});
