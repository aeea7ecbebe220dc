import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

let cli: TestCli;

beforeEach(async () => {
  cli = await createTestCli();
});

afterEach(() => cli.close());

describe('bad usage is exit 2 with one line on stderr that names what is wrong, and nothing on stdout', () => {
  test.each([
    [['nonsense'], "Unknown command 'nonsense'."],
    [['servrs'], "Unknown command 'servrs' (Did you mean servers?)"],
    [['accounts', 'nonsense'], "Unknown command 'nonsense'."],
    [['accounts', 'list', '--nonsense'], "Unknown option '--nonsense'."],
    [['accounts', 'list', 'extra'], 'Too many arguments'],
    [['accounts', 'create'], "Required option '--username <name>' not specified."],
    [['accounts', 'create', '--username'], "Option '--username <name>' argument missing."],
    [['accounts', 'delete'], "Missing required argument 'account'."],
    [['keys', 'rotate'], "Missing required argument 'id'."],
    [['import'], "Missing required argument 'path'."],
    [['copy', '--from', 'x'], "Required option '--to <place>' not specified."],
    [['stats'], "Required option '--server <server>' not specified."],
  ])('%j', async (args, line) => {
    const { code, stdout, stderr } = await cli.run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(line);
    expect(stderr).toContain('--help');
  });

  test.each([[[]], [['accounts']], [['export']]])('%j alone shows the help on stderr', async (args) => {
    const { code, stdout, stderr } = await cli.run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: server-vote');
  });
});

test('--help and --version are answers: stdout and exit 0', async () => {
  expect(await cli.run(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  for (const args of [['--help'], ['keys', '--help'], ['keys', 'rotate', '--help']]) {
    const { code, stdout, stderr } = await cli.run(args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: server-vote');
  }
  const nouns = ['serve', 'accounts', 'servers', 'keys', 'sites', 'import', 'export', 'stats', 'copy', 'doctor'];
  const { stdout } = await cli.run(['--help']);
  for (const noun of nouns) expect(stdout).toMatch(new RegExp(`^  ${noun} `, 'm'));
});

test('a wrong variable of the environment is one line that names it, exit 2', async () => {
  expect(await cli.run(['accounts', 'list'], { env: { VOTE_LOG_DAYS: 'many' } })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'VOTE_LOG_DAYS must be a whole number from 1 to 3650.\n',
  });
});

test('a folder that cannot hold the store is one line that names DATA_DIR, exit 2', async () => {
  const { code, stdout, stderr } = await cli.run(['accounts', 'list'], { env: { DATA_DIR: '/dev/null/data' } });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^DATA_DIR must be [^\n]+\n$/);
  expect(stderr).toContain('/dev/null');
});

test('a store that cannot be opened is one line without a stack, exit 1', async () => {
  await mkdir(cli.dataDir, { recursive: true });
  await writeFile(
    join(cli.dataDir, 'server-vote.db'),
    'This is no database, though it is longer than a header. '.repeat(40),
  );
  const { code, stdout, stderr } = await cli.run(['accounts', 'list']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(cli.dataDir);
  expect(stderr).not.toMatch(/\.ts:\d+/);
});

test('serve is handed on, and its failure is one line', async () => {
  const asked: unknown[] = [];
  const serve = async (options: { demo: boolean }) => {
    asked.push(options);
  };
  expect((await cli.run(['serve'], { serve })).code).toBe(0);
  expect((await cli.run(['serve', '--demo'], { serve })).code).toBe(0);
  expect(asked).toEqual([{ demo: false }, { demo: true }]);
  const failing = () => Promise.reject(new Error('listen EADDRINUSE: address already in use 0.0.0.0:3000'));
  expect(await cli.run(['serve'], { serve: failing })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'listen EADDRINUSE: address already in use 0.0.0.0:3000\n',
  });
});

test('bad usage makes no store', async () => {
  await cli.run(['accounts', 'create', '--username']);
  await cli.run(['import', '/nowhere']);
  expect(await readdir(cli.folder)).toEqual([]);
});
