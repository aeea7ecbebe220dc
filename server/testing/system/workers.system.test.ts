import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isErrno } from '../../is-errno.ts';
import { type Answer, ask } from '../api-client.ts';
import { findFreePort } from '../free-port.ts';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { createInstallation, type Installation, type Owner } from './installation.ts';
import { openNamedPipe } from './named-pipe.ts';
import { finishProduct } from './product-run.ts';
import type { ServiceProcess } from './service-process.ts';
import { startVoteLoad, VoteHistory } from './vote-load.ts';
import { totalOf, vote } from './voting.ts';

/** Several times what a pipe holds. */
const LINES = 3_000;
const REPLACED_WITHIN_MS = 10_000;
/** Half of the time after which a process that hangs would end itself. */
const STOPPED_WITHIN_MS = 7_500;

describe('two workers, on Redis', () => {
  let redis: RedisServer;
  let installation: Installation;
  let owner: Owner;
  beforeAll(async () => {
    redis = await startRedisServer();
    installation = await createInstallation(redis);
    owner = await installation.createOwner({ attests: true });
  });
  afterAll(async () => {
    await installation.close();
    await redis.close();
  });

  async function startWorkers() {
    const metricsPort = await findFreePort();
    const service = await installation.start({ env: { WORKERS: '2', METRICS_PORT: String(metricsPort) } });
    await expect.poll(() => workersOf(service), { timeout: REPLACED_WITHIN_MS }).toHaveLength(2);
    return { service, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
  }

  /** A vote on a connection of its own, so that it goes to either worker. */
  const voteApart = (service: ServiceProcess): Promise<Answer> =>
    vote(service, owner, { headers: { Connection: 'close' } });

  test('share the port, and their metrics are added up on a port of its own', async () => {
    const { service, metricsUrl } = await startWorkers();
    const answers = await Promise.all(Array.from({ length: 20 }, () => voteApart(service)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const ids = answers.map(({ headers }) => headers['x-request-id']?.split('-')[0]);
    expect(new Set(ids).size).toBe(2);
    await expect
      .poll(async () => (await ask(metricsUrl)).text, { timeout: 5_000 })
      .toMatch(/^server_vote_votes_total\{(?=.*result="counted").*\} 20$/m);
    expect((await ask(metricsUrl)).text).toMatch(/^server_vote_store_ready 1$/m);
    expect(await totalOf(service, owner)).toBe(20);
    await service.stop();
  });

  test('stand in for each other: one that is killed is replaced while the other answers', async () => {
    const { service } = await startWorkers();
    const history = new VoteHistory();
    const load = startVoteLoad(service, owner, history);
    await load.untilMore(50);
    const [victim] = workersOf(service);
    process.kill(victim!, 'SIGKILL');
    await load.untilMore(50);
    await expect
      .poll(() => workersOf(service).filter(isAlive), { timeout: REPLACED_WITHIN_MS })
      .toEqual([expect.any(Number), expect.any(Number)]);
    await load.untilMore(50);
    await load.stop();
    expect([...history.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await service.stop();
  });

  test.each([
    ['SIGTERM', 'stop'],
    ['SIGINT', 'stop'],
    // To all of them at once, after which the parent passes its own on to those that have had theirs.
    ['SIGTERM', 'stopGroup'],
    ['SIGINT', 'stopGroup'],
  ] as const)('all end at %s, sent with %s, and answer what is under way', async (signal, stop) => {
    const { service } = await startWorkers();
    const workers = workersOf(service);
    const history = new VoteHistory();
    const load = startVoteLoad(service, owner, history);
    await load.untilMore(100);
    const askedAt = performance.now();
    expect(await service[stop](signal)).toEqual({ code: 0, signal: null });
    expect(performance.now() - askedAt).toBeLessThan(STOPPED_WITHIN_MS);
    await load.stop();
    expect([...history.statuses.keys()]).toEqual([200]);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(service.stderr()).toBe('');
  });

  test('do not cut into the lines of each other where their log is a pipe that is not read for a while', async () => {
    const { path, input } = openNamedPipe(installation.folder);
    const service = await installation.start({ env: { WORKERS: '2' }, stdout: input });
    const ids = new Set<string | undefined>();
    for (let wave = 0; wave < LINES / 20; wave += 1) {
      const asked = Array.from({ length: 20 }, () =>
        ask(`${service.url}/healthz`, { headers: { Connection: 'close' } }),
      );
      for (const { headers } of await Promise.all(asked)) ids.add(headers['x-request-id']);
    }
    expect(ids.size).toBe(LINES);
    expect(new Set([...ids].map((id) => id?.split('-')[0])).size).toBe(2);
    const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void reader.kill());
    const told = new Set<unknown>();
    for await (const line of createInterface({ input: reader.stdout })) {
      const { requestId } = JSON.parse(line);
      if (ids.has(requestId)) told.add(requestId);
      if (told.size === LINES) break;
    }
    expect(told.size).toBe(LINES);
  });

  test.each(['PORT', 'METRICS_PORT'])('that cannot have their %s end at once, and say why', async (variable) => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const env = { ...installation.env, PORT: '0', WORKERS: '2', [variable]: String(port) };
    const { code, stdout, stderr } = await finishProduct(['serve'], env);
    expect(code).toBeGreaterThan(0);
    expect(stdout).not.toContain('listening');
    expect(stderr.match(new RegExp(`^${variable} must be a free port, and ${port} is taken`, 'gm'))).toHaveLength(1);
  });

  test('do not outlive a parent that was killed', async () => {
    const { service } = await startWorkers();
    const workers = workersOf(service);
    await service.kill();
    await expect.poll(() => workers.filter(isAlive), { timeout: REPLACED_WITHIN_MS }).toEqual([]);
  });
});

/** The process ids that the workers wrote into the log, in the order of their start. */
function workersOf(service: ServiceProcess): number[] {
  return service.log().flatMap(({ msg, pid }) => (msg === 'listening' && typeof pid === 'number' ? [pid] : []));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return false;
    throw error;
  }
}
