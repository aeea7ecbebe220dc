import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTenant, randomIp } from '../testing/tenant.ts';
import { startTestService } from '../testing/test-service.ts';

/** A folder for data that is taken away after the test. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'server-vote-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a copy of DATA_DIR of a stopped service is a whole backup: votes, keys, and who may not vote again', async () => {
  const [dataDir, backup] = [await newFolder(), join(await newFolder(), 'copy')];
  // Without SECRET it is a file of the folder, and part of the backup.
  const env = { SECRET: undefined };
  const service = await startTestService({ dataDir, env });
  const tenant = await createTenant(service);
  const ip = randomIp();
  const counted = await tenant.vote(undefined, { ip });
  expect(counted.status).toBe(200);
  await service.close();
  await cp(dataDir, backup, { recursive: true });
  await rm(dataDir, { recursive: true });

  const restored = await startTestService({ dataDir: backup, env, clock: service.clock });
  onTestFinished(() => restored.close());
  const again = await restored.stores.directory.listServers(tenant.accountId);
  expect(again).toEqual([tenant.server]);
  const refused = await fetch(`${restored.url}/vote`, {
    method: 'POST',
    body: JSON.stringify({ serverId: tenant.server.id }),
    headers: { 'Content-Type': 'application/json', 'X-API-KEY': tenant.key, 'X-Forwarded-For': ip },
  });
  expect(await refused.json()).toMatchObject({ code: 'already_voted', votes: 1, nextVoteAt: counted.body.nextVoteAt });
  expect(await restored.stores.votes.readLog(tenant.accountId, null, 10)).toHaveLength(1);
});
