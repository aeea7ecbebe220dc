import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { findLeaks } from './discretion.ts';
import { type Env, type FinishedRun, finishProduct } from './product-run.ts';
import { type ServiceOptions, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** The built product on one store, with the processes and commands of its operator. */
export interface Installation {
  /** The folder of all that is the test's own; the data of the embedded store is in `data`. */
  readonly folder: string;
  /** Names the store. */
  readonly env: Env;
  /** Starts a service on the store. `env` is added to what names it. */
  start(options?: Partial<ServiceOptions>): Promise<ServiceProcess>;
  /** Runs a command on the store. */
  run(...args: string[]): Promise<FinishedRun>;
  /** Runs a command with `--json`, and expects success. */
  json(...args: string[]): Promise<Record<string, unknown>>;
  /** Makes an account with a server and a vote key. */
  createOwner(rights?: OwnerRights): Promise<Owner>;
  /** Ends what still runs. @throws when something printed by a service tells a key or an address of a client. */
  close(): Promise<void>;
}

/** An account with what it takes to vote. */
export interface Owner {
  readonly accountId: string;
  readonly serverId: string;
  readonly slug: string;
  readonly key: string;
  readonly keyId: string;
  /** May the key name voters? It then has no limit of requests of its own, and a quota of 10,000 votes a minute. */
  readonly attests: boolean;
}

export interface OwnerRights {
  readonly attests?: boolean;
}

/** Fixed, so that processes of one store agree; the embedded store makes its own. */
const SECRET = 'a secret of the system tests with 44 letters';

/**
 * Makes an installation on an embedded store of its own, or on the Redis that is given. Loopback counts as a trusted
 * proxy, so that X-Forwarded-For names the client.
 */
export async function createInstallation(
  redis: { readonly url: string; readonly env?: Env } | null = null,
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'server-vote-system-'));
  const store = redis === null ? { DATA_DIR: join(folder, 'data') } : { REDIS_URL: redis.url, SECRET, ...redis.env };
  const env = { HOST: '127.0.0.1', METRICS_PORT: 'off', TRUST_PROXY: 'loopback', ...store };
  const started: ServiceProcess[] = [];

  const run = (...args: string[]) => finishProduct(args, env);

  async function json(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await run(...args, '--json');
    if (code !== 0) throw new Error(`server-vote ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  return {
    folder,
    env,
    run,
    json,
    async start(options = {}) {
      const service = await startServiceProcess({ ...options, env: { ...env, ...options.env } });
      started.push(service);
      return service;
    },
    createOwner: (rights = {}) => createOwner(json, rights),
    async close() {
      await Promise.all(started.map((service) => service.kill()));
      await rm(folder, { recursive: true, force: true });
      const leaks = started.flatMap((service) => findLeaks(service.stdout() + service.stderr()));
      if (leaks.length > 0) throw new Error(`A service told what it must not: ${leaks.join(', ')}`);
    },
  };
}

/** Runs the same tests on the embedded store and on Redis, each block on an installation of its own. */
export function describeInstallations(title: string, tests: (installed: () => Installation) => void): void {
  describe(`${title} on the embedded store`, () => tests(useInstallation(async () => null)));
  describe(`${title} on Redis`, () => {
    let redis: RedisServer | null = null;
    const installed = useInstallation(async () => {
      redis = await startRedisServer();
      return redis;
    });
    tests(installed);
    afterAll(() => redis?.close());
  });
}

function useInstallation(openRedis: () => Promise<RedisServer | null>): () => Installation {
  let installation: Installation | null = null;
  beforeAll(async () => {
    installation = await createInstallation(await openRedis());
  });
  afterAll(() => installation?.close());
  return () => {
    if (installation === null) throw new Error('The installation is made before the first test.');
    return installation;
  };
}

async function createOwner(json: Installation['json'], { attests = false }: OwnerRights): Promise<Owner> {
  const word = randomBytes(5).toString('hex');
  const account = await json('accounts', 'create', '--username', `owner-${word}`);
  const accountId = String(account.accountId);
  const rights = attests ? ['--attest', '--votes-per-minute', '10000'] : [];
  const [server, key] = await Promise.all([
    json('servers', 'create', '--account', accountId, '--name', `Server ${word}`),
    json('keys', 'create', '--account', accountId, '--kind', 'vote', ...rights),
  ]);
  return {
    accountId,
    serverId: String(server.id),
    slug: String(server.slug),
    key: String(key.key),
    keyId: String(key.keyId),
    attests,
  };
}
