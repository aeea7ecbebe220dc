import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withImportNotes } from '../store/open-stores.ts';
import { newAccount } from '../store/suites/builders.ts';
import { expectUnavailable, useRedis } from '../store/suites/use-redis.ts';
import { createIdCheck } from './id-check.ts';
import { importServers } from './import-servers.ts';

const use = useRedis();

test('an import of servers waits for a Redis that does not answer in time, and takes each in once', async () => {
  const { proxy, stores } = await use.openThroughProxy();
  const { directory } = stores;
  const account = newAccount();
  await directory.createAccount(account);
  const rows = ['with-a-slug', undefined, 'another', undefined].map((slug, at) => ({
    value: { id: randomUUID(), name: 'Aurora', slug },
    place: { file: 'servers.ndjson', line: at + 1, index: null },
  }));
  const importRows = (some: typeof rows) =>
    withImportNotes((notes) =>
      importServers(directory, {
        accountId: account.id,
        rows: some,
        ids: createIdCheck(notes, () => 'an earlier row'),
        nowMs: Date.now(),
      }),
    );
  // By then a call that does not wait has given up, begun with a slug or without.
  for (const begun of [rows.slice(0, 1), rows.slice(1, 2)]) {
    proxy.stall();
    const importing = importRows(begun);
    await expectUnavailable(() => directory.findAccount(account.id));
    await expectUnavailable(() => directory.findAccount(account.id));
    proxy.heal();
    expect(await importing).toEqual([{ status: 'created' }]);
  }
  expect((await importRows(rows)).map(({ status }) => status)).toEqual([
    'unchanged',
    'unchanged',
    'created',
    'created',
  ]);
  expect((await directory.listServers(account.id)).map(({ slug }) => slug)).toEqual([
    'with-a-slug',
    'aurora',
    'another',
    'aurora-2',
  ]);
});
