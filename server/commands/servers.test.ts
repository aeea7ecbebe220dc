import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newAttempt } from '../store/suites/builders.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

let cli: TestCli;
let accountId: unknown;

beforeEach(async () => {
  cli = await createTestCli();
  ({ accountId } = await cli.json(['accounts', 'create', '--username', 'mirelle']));
});

afterEach(() => cli.close());

describe('servers create', () => {
  test('prints id and slug, and finds the owner by id, by username, or because there is one', async () => {
    for (const account of [['--account', String(accountId)], ['--account', 'mirelle'], []]) {
      const made = await cli.json([
        'servers',
        'create',
        ...account,
        '--name',
        "  Mirelle's Realm  ",
        '--image',
        'https://x.example/a.png',
      ]);
      expect(made).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
        name: "Mirelle's Realm",
        accountId,
        description: '',
        image: 'https://x.example/a.png',
      });
    }
  });

  test('slugs are made from the name, keep its letters, and get a suffix where they are taken', async () => {
    const slugs: unknown[] = [];
    for (const name of ['Aurora', 'aurora!', 'AURORA', '千禧年世界', '★★★']) {
      slugs.push((await cli.json(['servers', 'create', '--name', name])).slug);
    }
    expect(slugs).toEqual(['aurora', 'aurora-2', 'aurora-3', '千禧年世界', 'server']);
  });

  test('two accounts may have the same slug', async () => {
    await cli.json(['accounts', 'create', '--username', 'tom']);
    for (const account of ['mirelle', 'tom']) {
      const made = await cli.json(['servers', 'create', '--account', account, '--name', 'Aurora', '--slug', 'aurora']);
      expect(made.slug).toBe('aurora');
    }
  });

  test('a slug that is taken, or not fit for an address, is refused', async () => {
    await cli.json(['servers', 'create', '--name', 'Aurora', '--slug', 'aurora']);
    expect(await cli.run(['servers', 'create', '--name', 'Other', '--slug', 'aurora'])).toMatchObject({
      code: 1,
      stderr: '--slug "aurora" belongs to another server of this account; choose another.\n',
    });
    for (const slug of ['', 'a b', 'a/b', '-a', 'a?b', 'x'.repeat(129), randomUUID()]) {
      const { code, stderr } = await cli.run(['servers', 'create', '--name', 'Other', '--slug', slug]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^--slug must .*\.\n$/)]);
    }
    expect((await cli.json(['servers', 'list'])).servers).toHaveLength(1);
  });

  test('a server without a name is refused', async () => {
    for (const name of ['', '   ', 'x'.repeat(201), 'a\u0007b']) {
      const { code, stderr } = await cli.run(['servers', 'create', '--name', name]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^--name must .*\.\n$/)]);
    }
  });

  test('the owner has to be named where there are several accounts, and has to exist', async () => {
    await cli.json(['accounts', 'create', '--username', 'tom']);
    expect(await cli.run(['servers', 'create', '--name', 'X'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--account is missing and there are 2 accounts; name one, such as --account acc_/),
    });
    expect(await cli.run(['servers', 'create', '--account', 'nobody', '--name', 'X'])).toMatchObject({ code: 1 });
  });
});

describe('servers list', () => {
  test('shows the servers of one account or of all, with their votes, aligned', async () => {
    await cli.json(['accounts', 'create', '--username', 'tom']);
    const first = await cli.json(['servers', 'create', '--account', 'mirelle', '--name', 'Aurora']);
    await cli.json(['servers', 'create', '--account', 'tom', '--name', '千禧年']);
    await cli.withStores(async ({ votes, directory }) => {
      const server = await directory.findServer(String(first.id));
      await votes.castVote(newAttempt({ accountId: String(accountId), serverIds: [], serverNums: [server!.num] }));
    });
    const all = await cli.json(['servers', 'list']);
    expect(all.servers).toMatchObject([
      { id: first.id, slug: 'aurora', votes: 1 },
      { slug: '千禧年', votes: 0 },
    ]);
    expect((await cli.json(['servers', 'list', '--account', 'tom'])).servers).toMatchObject([{ slug: '千禧年' }]);
    const lines = (await cli.run(['servers', 'list'])).stdout.split('\n');
    expect(lines[0]).toBe(`ID${' '.repeat(36)}ACCOUNT     VOTES  SLUG    NAME`);
    expect(lines[1]).toBe(`${first.id}  ${accountId}  1      aurora  Aurora`);
  });
});

describe('servers update', () => {
  test('changes what is named and nothing else, the server being named by id or slug', async () => {
    const made = await cli.json(['servers', 'create', '--name', 'Aurora', '--description', 'old']);
    const renamed = await cli.json(['servers', 'update', 'aurora', '--name', 'Borealis']);
    expect(renamed).toEqual({ ...made, name: 'Borealis' });
    const cleared = await cli.json(['servers', 'update', String(made.id), '--description', '', '--slug', 'borealis']);
    expect(cleared).toEqual({ ...made, name: 'Borealis', description: '', slug: 'borealis' });
  });

  test('nothing to change, a taken slug, and an unknown server are refused', async () => {
    await cli.json(['servers', 'create', '--name', 'Aurora']);
    await cli.json(['servers', 'create', '--name', 'Borealis']);
    expect(await cli.run(['servers', 'update', 'aurora'])).toMatchObject({
      code: 2,
      stderr: 'Nothing to change; give --name, --slug, --description or --image.\n',
    });
    expect(await cli.run(['servers', 'update', 'aurora', '--slug', 'borealis'])).toMatchObject({ code: 1 });
    expect(await cli.run(['servers', 'update', 'nowhere', '--name', 'X'])).toMatchObject({
      code: 1,
      stderr: '"nowhere" is no id or slug of a server; `server-vote servers list` shows them.\n',
    });
  });

  test('a slug that two accounts have needs --account', async () => {
    await cli.json(['accounts', 'create', '--username', 'tom']);
    for (const account of ['mirelle', 'tom'])
      await cli.json(['servers', 'create', '--account', account, '--name', 'Aurora']);
    expect(await cli.run(['servers', 'update', 'aurora', '--name', 'X'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^"aurora" is a slug in several accounts \(acc_\w+, acc_\w+\); add --account/),
    });
    expect(await cli.json(['servers', 'update', 'aurora', '--account', 'tom', '--name', 'X'])).toMatchObject({
      name: 'X',
    });
    const { servers } = await cli.json(['servers', 'list', '--account', 'mirelle']);
    expect(servers).toMatchObject([{ name: 'Aurora' }]);
  });

  test('an id with the wrong --account is refused', async () => {
    await cli.json(['accounts', 'create', '--username', 'tom']);
    const made = await cli.json(['servers', 'create', '--account', 'mirelle', '--name', 'Aurora']);
    expect(await cli.run(['servers', 'update', String(made.id), '--account', 'tom', '--name', 'X'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`belongs to ${accountId}`),
    });
  });
});

describe('servers delete and assign', () => {
  test('a server is deleted after a yes, and its slug is free again', async () => {
    await cli.json(['servers', 'create', '--name', 'Aurora']);
    expect(await cli.run(['servers', 'delete', 'aurora'])).toMatchObject({ code: 2 });
    expect(await cli.run(['servers', 'delete', 'aurora'], { typed: 'n\n' })).toMatchObject({ code: 1 });
    expect(await cli.json(['servers', 'delete', 'aurora', '--yes'])).toMatchObject({ deleted: true, slug: 'aurora' });
    expect(await cli.json(['servers', 'create', '--name', 'Aurora'])).toMatchObject({ slug: 'aurora' });
  });

  test('a server moves while it has no votes, and its slug is free there', async () => {
    const tom = await cli.json(['accounts', 'create', '--username', 'tom']);
    const made = await cli.json(['servers', 'create', '--account', 'mirelle', '--name', 'Aurora']);
    const moved = await cli.json(['servers', 'assign', 'aurora', '--to', 'tom']);
    expect(moved).toEqual({ ...made, accountId: tom.accountId });
    await cli.json(['servers', 'create', '--account', 'mirelle', '--name', 'Aurora']);
    expect(await cli.run(['servers', 'assign', String(made.id), '--to', 'mirelle'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('change it first with `server-vote servers update'),
    });
    expect(await cli.run(['servers', 'assign', String(made.id), '--to', 'nobody'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^--to "nobody" is no account/),
    });
  });

  test('a server with votes stays, and the way out is named', async () => {
    await cli.json(['accounts', 'create', '--username', 'tom']);
    const made = await cli.json(['servers', 'create', '--account', 'mirelle', '--name', 'Aurora']);
    await cli.withStores(async ({ votes }) => {
      await votes.castVote(newAttempt({ accountId: String(accountId), serverIds: [], serverNums: [1] }));
    });
    expect(await cli.run(['servers', 'assign', String(made.id), '--to', 'tom'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has votes, which stay with its account'),
    });
    const question = await cli.run(['servers', 'delete', 'aurora'], { typed: 'n\n' });
    expect(question.stderr).toContain('with 1 vote for good?');
  });
});
