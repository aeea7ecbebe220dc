import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

let cli: TestCli;

beforeEach(async () => {
  cli = await createTestCli({ PUBLIC_URL: 'https://votes.example.com', TRUST_PROXY: '1' });
  await writeFile(join(cli.folder, 'file'), '');
});
afterEach(() => cli.close());

const WRONG = ['file', 'file/data', '/dev/null', '/sys/server-vote', '/proc/server-vote'];

describe.each(WRONG)('a DATA_DIR that is %s', (name) => {
  const folder = () => (name.startsWith('/') ? name : join(cli.folder, name));
  const fault = () => `DATA_DIR must be a folder that this user can write, and ${folder()} is none: `;

  test('is named by every command in one line, with what is wrong and the cure', async () => {
    for (const args of [
      ['accounts', 'list'],
      ['import', await write('games.ndjson', '{}')],
    ]) {
      const { code, stdout, stderr } = await cli.run(args, { env: { DATA_DIR: folder() } });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^[^\n]+; [^;\n]*name another folder\.\n$/);
      expect(stderr).toContain(fault());
    }
  });

  test('is a finding of doctor, beside all others', async () => {
    const { code, stdout, stderr } = await cli.run(['doctor', '--json'], { env: { DATA_DIR: folder() } });
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      healthy: false,
      findings: [
        { check: 'configuration', level: 'ok' },
        { check: 'public url', level: 'ok' },
        { check: 'proxy', level: 'ok' },
        { check: 'store', level: 'fail', message: expect.stringContaining(fault()) },
      ],
    });
  });

  test('as the target of a copy or of an export is named by its option', async () => {
    await cli.json(['accounts', 'list']);
    for (const [option, args] of [
      ['--to', ['copy', '--from', cli.dataDir]],
      ['--out', ['export', 'content']],
    ] as const) {
      const { code, stderr } = await cli.run([...args, option, folder()]);
      expect(code).toBe(2);
      expect(stderr).toContain(`${option} ${folder()} must be a folder that this user can write: `);
      expect(stderr).toMatch(/^[^\n]+; [^;\n]*name another folder\.\n$/);
    }
  });
});

test('a secret that is no file is a finding of doctor that names it', async () => {
  await cli.json(['accounts', 'list']);
  const secret = join(cli.dataDir, 'secret');
  await mkdir(secret);
  const { stdout } = await cli.run(['doctor', '--json']);
  expect(JSON.parse(stdout).findings).toContainEqual({
    check: 'store',
    level: 'fail',
    message: expect.stringContaining(`${secret} is a folder and should be a file`),
  });
});

async function write(name: string, text: string): Promise<string> {
  const path = join(cli.folder, name);
  await writeFile(path, text);
  return path;
}
