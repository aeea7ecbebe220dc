import { randomUUID } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { newResource } from '../../store/suites/content-builders.ts';
import { ask } from '../api-client.ts';
import { describeInstallations, type Installation } from './installation.ts';
import { spawnProduct } from './product-run.ts';

const ROWS = 30_000;
/** How long a killed import may hold up the next one, and how long that takes. */
const NEXT_WITHIN_MS = 60_000;

describeInstallations('an import that is killed on its way', (installed) => {
  test('is seen by nobody, and the next one goes through', async () => {
    const installation = installed();
    const before = newResource();
    await installation.json('import', await write(installation, [before]));
    const owner = await installation.createOwner();
    const { key } = await installation.json('keys', 'create', '--account', owner.accountId, '--kind', 'user');
    const service = await installation.start();
    const list = () => ask(`${service.url}/v1/resources`, { headers: { 'X-API-KEY': String(key) } });

    const many = await write(
      installation,
      Array.from({ length: ROWS }, () => newResource({ id: randomUUID(), description: 'x'.repeat(1_000) })),
    );
    const run = spawnProduct(['import', many], installation.env);
    await expect.poll(() => writtenSoFar(installation), { timeout: NEXT_WITHIN_MS, interval: 10 }).toBe(true);
    run.signal('SIGKILL');
    expect(await run.exited).toMatchObject({ signal: 'SIGKILL' });

    const { headers, body } = await list();
    expect(headers['content-version']).toBe('1');
    expect(body).toMatchObject({ total: 1, resources: [before] });

    const after = await write(installation, [newResource()]);
    const import_ = async () => (await installation.run('import', after)).code;
    await expect.poll(import_, { timeout: NEXT_WITHIN_MS, interval: 1_000 }).toBe(0);
    await expect.poll(async () => (await list()).body.total, { timeout: 1_000 }).toBe(2);
    expect((await list()).headers['content-version']).toBe('2');
  });
});

async function write(installation: Installation, rows: readonly object[]): Promise<string> {
  const path = join(installation.folder, 'resources.ndjson');
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return path;
}

/** Is the import well on its way? */
async function writtenSoFar({ env }: Installation): Promise<boolean> {
  if (env.REDIS_URL === undefined) {
    const log = await stat(join(env.DATA_DIR ?? '', 'content.db-wal')).catch(() => ({ size: 0 }));
    return log.size > 4_000_000;
  }
  const redis = new Redis(env.REDIS_URL);
  const bodies = await redis.hlen('{content}:resources:bodies');
  redis.disconnect();
  return bodies > 2_000;
}
