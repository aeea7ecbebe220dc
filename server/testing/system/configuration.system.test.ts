import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../api-client.ts';
import { startRedisServer } from '../redis-server.ts';
import { createInstallation, describeInstallations, type Installation } from './installation.ts';
import { type Env, type FinishedRun, finishProduct } from './product-run.ts';
import { vote } from './voting.ts';

const SECRET = 'another secret of the tests with 44 letters ';

/** The start was refused: one line on stderr, nothing on stdout, a code that supervisors take for a failure. */
function expectRefusal({ code, stdout, stderr }: FinishedRun, line: RegExp): void {
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(line);
  expect(stderr).not.toMatch(/^\s+at |Error:/m);
  expect(stdout).toBe('');
  expect([1, 2]).toContain(code);
}

describe('a wrong setting stops the start with one line that names it and the cure:', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await createInstallation();
  });
  afterAll(() => installation.close());

  const serve = (env: Env, ...args: string[]) =>
    finishProduct(['serve', ...args], { ...installation.env, PORT: '0', ...env });

  test.each<readonly [string, Env, RegExp]>([
    ['a PORT that is none', { PORT: '70000' }, /^PORT must be a whole number from 0 to 65535/],
    ['a PORT that is a word', { PORT: 'http' }, /^PORT must be a whole number/],
    ['a TRUST_PROXY of true', { TRUST_PROXY: 'true' }, /^TRUST_PROXY must be .*hops.*every visitor choose/],
    ['a mapped range in TRUST_PROXY', { TRUST_PROXY: '::ffff:10.0.0.0/104' }, /^TRUST_PROXY .*plain IPv4/],
    ['a REDIS_URL without SECRET', { REDIS_URL: 'redis://127.0.0.1:1' }, /^SECRET must be set .*openssl rand -hex 32/],
    ['a SECRET that is short', { SECRET: 'short' }, /^SECRET must be at least 32 characters/],
    ['a REDIS_URL of another scheme', { REDIS_URL: 'http://127.0.0.1', SECRET }, /^REDIS_URL must begin with redis:/],
    ['several WORKERS on the embedded store', { WORKERS: '2' }, /^WORKERS must be 1 .*REDIS_URL/],
    ['a short VOTE_COOLDOWN_MS', { VOTE_COOLDOWN_MS: '1000' }, /^VOTE_COOLDOWN_MS must be at least 43200000/],
    ['a LOG_LEVEL of its own', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    ['a PUBLIC_URL with a path', { PUBLIC_URL: 'https://votes.example.com/x' }, /^PUBLIC_URL must be a plain origin/],
  ])('%s', async (_name, env, line) => {
    expectRefusal(await serve(env), line);
  });

  test.each<readonly [string, Env, RegExp]>([
    ['REDIS_URL', { REDIS_URL: 'redis://127.0.0.1:1', SECRET }, /^REDIS_URL must be unset in demo mode/],
    ['NODE_ENV=production', { NODE_ENV: 'production' }, /^NODE_ENV must not be production in demo mode/],
  ])('demo mode with %s', async (_name, env, line) => {
    expectRefusal(await serve(env, '--demo'), line);
  });

  test('a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expectRefusal(await serve({ PORT: port }), new RegExp(`PORT.*${port}`));
    expectRefusal(await serve({ METRICS_PORT: port }), new RegExp(`METRICS_PORT.*${port}`));
  });

  test('a HOST that is not of this machine', async () => {
    expectRefusal(await serve({ HOST: '192.0.2.1' }), /HOST.*192\.0\.2\.1/);
  });

  test('a DATA_DIR that is a file, or that nobody can write', async () => {
    const file = join(installation.folder, 'file');
    await writeFile(file, '');
    expectRefusal(await serve({ DATA_DIR: file }), /DATA_DIR.*file/);
    expectRefusal(await serve({ DATA_DIR: join(file, 'data') }), /DATA_DIR.*file/);
    expectRefusal(await serve({ DATA_DIR: '/sys/server-vote' }), /DATA_DIR.*\/sys\/server-vote/);
  });
});

describeInstallations('another SECRET than that of the store', (installed) => {
  test('stops the start, and the right one is still taken', async () => {
    const { env } = installed();
    const right = { SECRET: 'the secret that was there from the beginning' };
    await (await installed().start({ env: right })).stop();
    expectRefusal(await finishProduct(['serve'], { ...env, PORT: '0', SECRET }), /SECRET/);
    const changing = { SECRET: `${SECRET},${right.SECRET}` };
    await (await installed().start({ env: changing })).stop();
  });
});

describe('a Redis that may evict votes, on Redis', () => {
  test('holds readiness and votes until its policy is right, without a restart', async () => {
    const redis = await startRedisServer({ maxMemory: '64mb', maxMemoryPolicy: 'noeviction' });
    onTestFinished(() => redis.close());
    const installation = await createInstallation(redis);
    onTestFinished(() => installation.close());
    const owner = await installation.createOwner();
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    const service = await installation.start({ until: 'alive' });
    const readiness = await ask(`${service.url}/readyz`);
    expect(readiness.body).toMatchObject({ status: 503, code: 'not_ready' });
    expect(readiness.body.detail).toMatch(/^[^\n]*maxmemory-policy allkeys-lru[^\n]*set it to noeviction[^\n]*$/);
    const refused = await vote(service, owner);
    expect(refused.body).toMatchObject({ status: 503, code: 'eviction_policy' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    const polling = { timeout: 10_000 };
    await expect.poll(() => ask(`${service.url}/readyz`).then(({ status }) => status), polling).toBe(200);
    expect((await vote(service, owner)).status).toBe(200);
  });
});
