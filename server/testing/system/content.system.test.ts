import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, ask } from '../api-client.ts';
import { startRedisServer } from '../redis-server.ts';
import { createInstallation, describeInstallations, type Installation } from './installation.ts';
import type { ServiceProcess } from './service-process.ts';
import { vote } from './voting.ts';

const SEEN_WITHIN_MS = 1_000;

/** Imports badges of these names, as an operator does. */
async function importBadges(installation: Installation, ids: readonly string[], name: string): Promise<void> {
  const rows = ids.map((id) => ({
    id,
    name,
    imageUrl: '',
    isPurchasable: false,
    isDefault: false,
    customBadge: false,
    price: 0,
    team: null,
    variations: [],
    createdAt: '',
  }));
  const file = join(installation.folder, 'badges.ndjson');
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  await installation.json('import', file);
}

async function createReader(installation: Installation, accountId: string) {
  const { key } = await installation.json('keys', 'create', '--account', accountId, '--kind', 'user');
  return (service: ServiceProcess, path: string): Promise<Answer> =>
    ask(`${service.url}${path}`, { headers: { 'X-API-KEY': String(key) } });
}

describeInstallations('content', (installed) => {
  test('that is imported beside two running services is served by both at once, all of it', async () => {
    const owner = await installed().createOwner();
    const read = await createReader(installed(), owner.accountId);
    const services = await Promise.all([installed().start(), installed().start()]);
    const ids = Array.from({ length: 300 }, () => randomUUID());
    for (const name of ['first', 'second']) {
      await importBadges(installed(), ids, name);
      for (const service of services) {
        const readNames = async () => (await read(service, `/v1/badges/${ids[7]}`)).body.name;
        await expect.poll(readNames, { timeout: SEEN_WITHIN_MS, interval: 20 }).toBe(name);
        const { badges } = (await read(service, '/v1/badges')).body;
        expect(badges.map((badge: { readonly name: string }) => badge.name)).toEqual(ids.map(() => name));
      }
    }
  });
});

describe('content while the store is away, on Redis', () => {
  test('goes on being served if it was before, with votes refused beside it, and no limit is left without an end', async () => {
    const redis = await startRedisServer({ appendOnly: true });
    onTestFinished(() => redis.close());
    const installation = await createInstallation(redis);
    onTestFinished(() => installation.close());
    const owner = await installation.createOwner();
    const read = await createReader(installation, owner.accountId);
    const id = randomUUID();
    await importBadges(installation, [id], 'kept');
    const service = await installation.start();
    const paths = ['/v1/badges', `/v1/badges/${id}`];
    const before = await Promise.all(paths.map((path) => read(service, path)));
    const [limit, ...others] = (await redis.command('KEYS', 'limit:*')).split('\n');
    expect(others).toEqual([]);
    expect(Number(await redis.command('PTTL', limit!))).toBeGreaterThan(0);
    await redis.kill();
    for (let count = 0; count < 10; count += 1) {
      const during = await Promise.all(paths.map((path) => read(service, path)));
      expect(during.map(({ status }) => status)).toEqual([200, 200]);
      expect(during.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    }
    expect((await vote(service, owner)).status).toBe(503);
    await redis.start();
    await expect.poll(() => vote(service, owner).then(({ status }) => status), { timeout: 5_000 }).toBe(200);
  });
});
