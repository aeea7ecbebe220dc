import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../api-client.ts';
import { findFreePort } from '../free-port.ts';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { randomIp } from '../tenant.ts';
import { createInstallation, type Installation } from './installation.ts';
import { vote } from './voting.ts';

/** Made for these tests, of a name of this machine, and signed by nobody else. */
const CERT = join(import.meta.dirname, 'tls/cert.pem');
const KEY = join(import.meta.dirname, 'tls/key.pem');
const TLS = ['--tls-cert-file', CERT, '--tls-key-file', KEY, '--tls-ca-cert-file', CERT, '--tls-auth-clients', 'no'];

interface Encrypted {
  readonly server: RedisServer;
  readonly host: string;
}

async function startEncrypted(args: readonly string[] = [], sentinel?: string): Promise<Encrypted> {
  const port = await findFreePort();
  const tls = ['--tls-port', String(port), ...TLS, ...args];
  const lines = tls
    .join(' ')
    .split(' --')
    .map((line) => line.replace(/^--/, ''));
  const server = await startRedisServer(
    sentinel === undefined ? { args: tls } : { sentinel: `${[...lines, sentinel].join('\n')}\n` },
  );
  onTestFinished(() => server.close());
  return { server, host: `localhost:${port}` };
}

/** Every form of `REDIS_URL`, with a server of its own. */
const FORMS: Readonly<Record<string, () => Promise<string>>> = {
  'rediss://': async () => `rediss://${(await startEncrypted()).host}`,
  'rediss+cluster://': startCluster,
  async 'rediss+sentinel://'() {
    const master = await startEncrypted(['--tls-replication', 'yes']);
    const [, port = ''] = master.host.split(':');
    const watch = `tls-replication yes\nsentinel monitor votes 127.0.0.1 ${port} 1`;
    return `rediss+sentinel://${(await startEncrypted([], watch)).host}/votes`;
  },
};

async function startCluster(): Promise<string> {
  const { server, host } = await startEncrypted([
    ...['--cluster-enabled', 'yes', '--tls-cluster', 'yes'],
    // With no other node to tell it, a node does not know its own address.
    ...['--cluster-announce-ip', '127.0.0.1'],
  ]);
  await server.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await expect.poll(() => server.command('CLUSTER', 'INFO'), { timeout: 10_000 }).toContain('cluster_state:ok');
  return `rediss+cluster://${host}`;
}

async function install(url: string, env: Readonly<Record<string, string>>): Promise<Installation> {
  const installation = await createInstallation({ url, env });
  onTestFinished(() => installation.close());
  return installation;
}

describe('TLS on the way to Redis', () => {
  test.each(Object.entries(FORMS))(
    '%s counts votes where the certificate is one that Node was told of',
    async (_, start) => {
      const installation = await install(await start(), { NODE_EXTRA_CA_CERTS: CERT });
      const owner = await installation.createOwner();
      const service = await installation.start();
      expect((await vote(service, owner, { ip: randomIp() })).body).toMatchObject({ success: true, votes: 1 });
    },
  );

  test.each(Object.entries(FORMS))(
    '%s refuses a certificate that nobody vouches for, and says what to do',
    async (_, start) => {
      const installation = await install(await start(), {});
      const { code, stdout } = await installation.run('doctor');
      expect(code).toBe(1);
      expect(stdout).toMatch(/Redis cannot be reached: .*certificate.*NODE_EXTRA_CA_CERTS/);
    },
  );

  test('a service on a Cluster whose certificates nobody vouches for says so, and lives on', async () => {
    const installation = await install(await startCluster(), {});
    const service = await installation.start({ until: 'alive' });
    const readNotes = async () => (await ask(`${service.url}/readyz`)).text;
    await expect.poll(readNotes, { timeout: 10_000 }).toMatch(/certificate.*NODE_EXTRA_CA_CERTS/);
    expect((await service.stop()).code).toBe(0);
  });
});
