import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSiteSnippet } from '../accounts/site-snippet.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

const env = { PUBLIC_URL: 'https://votes.example.com' };
let cli: TestCli;
let accountId: unknown;

beforeEach(async () => {
  cli = await createTestCli(env);
  ({ accountId } = await cli.json(['accounts', 'create', '--username', 'mirelle']));
});

afterEach(() => cli.close());

describe('sites create', () => {
  test("prints the id and a snippet for the account's first server", async () => {
    await cli.json(['servers', 'create', '--name', 'Aurora Skyblock']);
    await cli.json(['servers', 'create', '--name', 'Second']);
    const made = await cli.json(['sites', 'create', '--name', 'Shop', '--origin', 'https://shop.example']);
    const { siteId } = made;
    expect(siteId).toMatch(/^site_[0-9a-z]{10}$/);
    expect(made).toMatchObject({ accountId, name: 'Shop', origins: ['https://shop.example'], askUsername: false });
    const server = { slug: 'aurora-skyblock', name: 'Aurora Skyblock' };
    expect(made.snippet).toBe(
      createSiteSnippet({ publicUrl: 'https://votes.example.com', siteId: String(siteId), server }),
    );
    expect(made.embedPage).toBe(`https://votes.example.com/embed?site=${siteId}`);
  });

  test('origins are kept as browsers send them, and what was changed is said', async () => {
    const args = ['sites', 'create', '--name', 'Shop'];
    for (const origin of ['HTTPS://Shop.Example/', 'http://localhost:5173', 'https://bücher.example:443'])
      args.push('--origin', origin);
    const { code, stdout, stderr } = await cli.run([...args, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).origins).toEqual([
      'https://shop.example',
      'http://localhost:5173',
      'https://xn--bcher-kva.example',
    ]);
    expect(stderr).toBe(
      'Origin "HTTPS://Shop.Example/" is kept as https://shop.example, the form browsers send.\n' +
        'Origin "https://bücher.example:443" is kept as https://xn--bcher-kva.example, the form browsers send.\n',
    );
  });

  test('without PUBLIC_URL the operator is told that the snippet points to this machine', async () => {
    const { stdout, stderr } = await cli.run(
      ['sites', 'create', '--name', 'Shop', '--origin', 'https://shop.example'],
      {
        env: { PUBLIC_URL: '' },
      },
    );
    expect(stdout).toContain('src="http://localhost:3000/widget/v1/server-vote.js"');
    expect(stderr).toContain('set PUBLIC_URL');
  });

  test.each([
    [['--name', 'Shop'], "Required option '--origin <origin>' not specified."],
    [['--name', 'Shop', '--origin', 'null'], '--origin "null" stands for every sandboxed page'],
    [['--name', 'Shop', '--origin', '*'], '--origin "*" has a wildcard'],
    [['--name', 'Shop', '--origin', 'https://a.example/x'], 'write https://a.example.'],
    [['--name', ' ', '--origin', 'https://a.example'], '--name must not be empty.'],
    [['--name', 'Shop', '--origin', 'https://a.example', '--votes-per-minute', 'x'], 'Write a whole number'],
  ])('%j is bad usage and creates nothing', async (args, line) => {
    const { code, stdout, stderr } = await cli.run(['sites', 'create', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(line);
    expect(await cli.json(['sites', 'list'])).toEqual({ sites: [] });
  });
});

describe('sites update and list', () => {
  test('origins are replaced, added and removed; the rest stays', async () => {
    const { siteId } = await cli.json(['sites', 'create', '--name', 'Shop', '--origin', 'https://a.example']);
    const update = (...args: string[]) => cli.json(['sites', 'update', String(siteId), ...args]);
    expect(await update('--add-origin', 'https://b.example/', '--add-origin', 'https://a.example')).toMatchObject({
      origins: ['https://a.example', 'https://b.example'],
    });
    expect(await update('--remove-origin', 'https://A.example')).toMatchObject({ origins: ['https://b.example'] });
    expect(await update('--origin', 'https://c.example', '--origin', 'https://d.example')).toMatchObject({
      name: 'Shop',
      origins: ['https://c.example', 'https://d.example'],
    });
    expect(await update('--name', 'New', '--votes-per-minute', '60', '--ask-username')).toMatchObject({
      name: 'New',
      votesPerMinute: 60,
      askUsername: true,
    });
    expect(await update('--votes-per-minute', 'default', '--no-ask-username')).toMatchObject({
      name: 'New',
      votesPerMinute: null,
      askUsername: false,
    });
    const { sites } = await cli.json(['sites', 'list']);
    expect(sites).toMatchObject([{ siteId, origins: ['https://c.example', 'https://d.example'] }]);
    expect((await cli.run(['sites', 'list'])).stdout).toContain('https://c.example https://d.example');
  });

  test('a site keeps at least one origin, and an unknown origin or site is named', async () => {
    const { siteId } = await cli.json(['sites', 'create', '--name', 'Shop', '--origin', 'https://a.example']);
    expect(await cli.run(['sites', 'update', String(siteId), '--remove-origin', 'https://a.example'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('at least one origin'),
    });
    expect(await cli.run(['sites', 'update', String(siteId), '--remove-origin', 'https://b.example'])).toMatchObject({
      code: 1,
      stderr: '--remove-origin https://b.example is not among the origins: https://a.example.\n',
    });
    expect(await cli.run(['sites', 'update', String(siteId)])).toMatchObject({ code: 2 });
    expect(await cli.run(['sites', 'update', 'site_nowhere', '--name', 'X'])).toMatchObject({
      code: 1,
      stderr: '"site_nowhere" is not the id of a site; `server-vote sites list` shows them.\n',
    });
  });
});
