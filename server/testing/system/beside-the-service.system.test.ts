import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ask } from '../api-client.ts';
import { describeInstallations } from './installation.ts';
import type { ServiceProcess } from './service-process.ts';
import { expectNothingLost, startVoteLoad, VoteHistory } from './vote-load.ts';
import { vote } from './voting.ts';

const REVOKED_WITHIN_MS = 1_000;
const IMPORTED = 3_000;

describeInstallations('the command line beside a running service', (installed) => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await installed().start();
  });

  test('makes accounts, servers and keys that work at once', async () => {
    const owner = await installed().createOwner();
    expect((await vote(service, owner)).status).toBe(200);
    const second = await installed().json('keys', 'create', '--account', owner.accountId, '--kind', 'vote');
    expect((await vote(service, { ...owner, key: String(second.key) })).status).toBe(200);
    const added = await installed().json('servers', 'create', '--account', owner.accountId, '--name', 'Added later');
    expect((await vote(service, { ...owner, slug: String(added.slug) })).status).toBe(200);
  });

  test('ends a key that the service has just used, for good, in less than a second', async () => {
    const owner = await installed().createOwner();
    expect((await vote(service, owner)).status).toBe(200);
    await installed().json('keys', 'revoke', owner.keyId);
    const polling = { timeout: REVOKED_WITHIN_MS, interval: 20 };
    await expect.poll(() => vote(service, owner).then(({ status }) => status), polling).toBe(401);
    for (let count = 0; count < 5; count += 1) expect((await vote(service, owner)).status).toBe(401);
  });

  test('rotates a key: the new one works, and the old one as long as was said', async () => {
    const owner = await installed().createOwner();
    const next = await installed().json('keys', 'rotate', owner.keyId, '--overlap', '1h');
    expect((await vote(service, owner)).status).toBe(200);
    expect((await vote(service, { ...owner, key: String(next.key) })).status).toBe(200);
    const last = await installed().json('keys', 'rotate', String(next.keyId), '--overlap', '0');
    const polling = { timeout: REVOKED_WITHIN_MS, interval: 20 };
    const voteWithReplaced = () => vote(service, { ...owner, key: String(next.key) });
    await expect.poll(() => voteWithReplaced().then(({ status }) => status), polling).toBe(401);
    expect((await vote(service, { ...owner, key: String(last.key) })).status).toBe(200);
  });

  test('imports thousands of servers while votes are cast: no vote fails or is lost', async () => {
    const owner = await installed().createOwner({ attests: true });
    const rows = Array.from({ length: IMPORTED }, (_, index) =>
      JSON.stringify({
        id: randomUUID(),
        name: `Imported ${index}`,
        slug: `imported-${index}`,
        description: 'x'.repeat(500),
      }),
    );
    const file = join(installed().folder, 'servers.ndjson');
    await writeFile(file, rows.join('\n'));
    const history = new VoteHistory();
    const load = startVoteLoad(service, owner, history);
    await load.untilMore(50);
    const report = await installed().json('import', file, '--account', owner.accountId);
    await load.untilMore(50);
    await load.stop();
    expect(report.files).toMatchObject([{ created: IMPORTED, refused: 0 }]);
    expect([...history.statuses.keys()]).toEqual([200]);
    expect(history.unknown).toEqual(new Set());
    await expectNothingLost(service, owner, history);
    expect((await vote(service, { ...owner, slug: `imported-${IMPORTED - 1}` })).status).toBe(200);
  });

  test('finds the running service well', async () => {
    const { code, stdout } = await installed().run('doctor', '--json');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect((await ask(`${service.url}/readyz`)).status).toBe(200);
  });
});
