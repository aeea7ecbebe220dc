import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { startRedisServer } from '../../testing/redis-server.ts';
import { newAccount } from '../suites/builders.ts';
import { expectUnavailable, useRedis } from '../suites/use-redis.ts';
import { explainFault } from './connection-fault.ts';
import { parseRedisUrl } from './redis-url.ts';

const PASSWORD = 'very-secret-word';

describe('a REDIS_URL that does not fit what is there', () => {
  const use = useRedis();

  /** All that is said of it, by readiness and to the log, once it says this. */
  async function whatIsSaid(url: string, expected: RegExp): Promise<void> {
    const stores = await use.open(url);
    await expectUnavailable(() => stores.directory.createAccount(newAccount()));
    await vi.waitFor(
      async () => {
        const { ready, notes } = await stores.checkHealth();
        expect(ready).toBe(false);
        expect(notes.join()).toMatch(expected);
        expect(notes.join()).toMatch(/REDIS_URL/);
        expect(notes.join()).not.toMatch(/Please report|\.\.|\.;/);
        expect(use.warnings.join()).toMatch(expected);
      },
      { timeout: 8_000, interval: 100 },
    );
    const said = [...(await stores.checkHealth()).notes, ...use.warnings].join();
    expect(said).not.toContain(PASSWORD);
  }

  test('another database: names the end of REDIS_URL, and no other database is touched', async () => {
    await whatIsSaid(`${use.server.url}/99`, /DB index is out of range\. Let REDIS_URL end with a database/);
    expect(await use.server.command('DBSIZE')).toBe('0');
  });

  test('no Cluster', async () => {
    const { host, port } = use.server;
    const expected = /cluster support disabled\. What answers is no Cluster: let REDIS_URL begin with redis:/;
    await whatIsSaid(`redis+cluster://${host}:${port}`, expected);
  });

  test('no sentinel', async () => {
    const { host, port } = use.server;
    await whatIsSaid(`redis+sentinel://${host}:${port}/votes`, /unknown command .*What answers is no sentinel/);
  });

  test('a sentinel that knows no master of the name', async () => {
    const { host, port } = use.server;
    const sentinel = await startRedisServer({ sentinel: `sentinel monitor votes ${host} ${port} 1\n` });
    use.closeLater(() => sentinel.close());
    const expected = /See that the sentinels in REDIS_URL run, and that they know a master of the name/;
    await whatIsSaid(`redis+sentinel://${sentinel.host}:${sentinel.port}/wotes`, expected);
  });

  test('no TLS', async () => {
    const { host, port } = use.server;
    await whatIsSaid(`rediss://${host}:${port}`, /REDIS_URL asks for TLS: if that port speaks none/);
  });

  test('no Redis at all', async () => {
    const http = createServer((_req, res) => res.end()).listen(0, '127.0.0.1');
    use.closeLater(async () => http.close());
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    const expected =
      /not in the protocol of Redis\. What answers there is no Redis: right the host and the port in REDIS/;
    await whatIsSaid(`redis://127.0.0.1:${port}`, expected);
  });

  test('nobody there', async () => {
    const absent = await use.prepareServer();
    await whatIsSaid(
      absent.url,
      /ECONNREFUSED [\d.:]+\. Votes are counted again as soon as it answers: see that it runs/,
    );
  });

  test('a password where none is asked for, none where one is, and a wrong one', async () => {
    const { host, port } = use.server;
    const locked = await startRedisServer({ password: 'right' });
    use.closeLater(() => locked.close());
    await whatIsSaid(
      `redis://:${PASSWORD}@${locked.host}:${locked.port}`,
      /WRONGPASS.* Right the user and the password/,
    );
    await whatIsSaid(`redis://${locked.host}:${locked.port}`, /NOAUTH.* Right the user and the password in REDIS_URL/);
    const open = await use.open(`redis://:${PASSWORD}@${host}:${port}`);
    expect(JSON.stringify([await open.checkHealth(), use.warnings])).not.toContain(PASSWORD);
  });
});

describe('the cure', () => {
  test.each([
    ['redis://r', 'Unknown RESP type 21 "x". Please report this.', 'That port speaks TLS'],
    ['redis://r', 'MOVED 866 127.0.0.1:7001', 'What answers is a Cluster'],
    ['redis+cluster://r', 'MOVED 866 127.0.0.1:7001', 'Votes are counted again'],
    ['rediss://r', 'self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
    ['redis://r', 'getaddrinfo ENOTFOUND r', 'No such host is known'],
    ['redis://r', 'connect ETIMEDOUT', 'Votes are counted again'],
    ['redis+sentinel://r/m', 'NOAUTH Authentication required.', '?sentinel-password='],
  ])('for %s and "%s" begins with: %s', (url, message, cure) => {
    expect(explainFault(new Error(message), parseRedisUrl(url))).toContain(cure);
  });
});
