import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { contentEndpoints } from '../../../contract/content.ts';
import { ask } from '../api-client.ts';
import { startServiceProcess } from './service-process.ts';

const CLIENT = resolve(import.meta.dirname, '../../../e2e/typed-client');
const INSTALL_MS = 240_000;
const execute = promisify(execFile);

describe('a client whose types are generated from docs/openapi.json', () => {
  beforeAll(async () => {
    if (!(await isInstalled())) await inClient('npm', 'ci', '--no-progress');
    // What an earlier run has left must not be what is tested.
    await rm(join(CLIENT, 'generated'), { recursive: true, force: true });
    await inClient('npm', 'run', 'generate');
    await inClient('npm', 'run', 'compile');
  }, INSTALL_MS);

  test('reads every content route of the built product as what its types say', async () => {
    const { url, userKey } = await startDemo();
    const { stdout } = await inClient('env', `USER_KEY=${userKey}`, 'npm', 'run', '--silent', 'start', '--', url);
    const answers: Record<string, unknown> = JSON.parse(stdout);
    const routes = Object.keys(answers).map((path) => routeOf(new URL(path, url).pathname));
    expect(routes.sort()).toEqual(contentEndpoints.map(({ path }) => path).sort());
    for (const [path, data] of Object.entries(answers)) {
      // `ask` holds the answer to the same document, so the client saw what the document says.
      const { status, body } = await ask(url + path, { headers: { 'X-API-KEY': userKey } });
      expect([path, status, data]).toEqual([path, 200, body]);
    }
  });

  test('is told of a key that is refused by the code of the problem', async () => {
    const { url } = await startDemo();
    await expect(inClient('npm', 'start', '--', url)).rejects.toThrow('/v1/resources is 401: invalid_key');
  });

  test('does not compile where it mistakes a path, a parameter, a member, an absent value or a code', async () => {
    const lines = (await readFile(join(CLIENT, 'mistakes.ts'), 'utf8')).split('\n');
    const expected = lines.flatMap((line, index) => {
      const code = / \/\/ (TS\d+)$/.exec(line)?.[1];
      return code === undefined ? [] : [`${index + 1} ${code}`];
    });
    expect(expected.length).toBeGreaterThan(5);
    const told = await inClient('npm', 'run', 'compile', '--', '-p', 'tsconfig.mistakes.json').catch((error) => error);
    const faults = [...String(told.stdout).matchAll(/^mistakes\.ts\((\d+),\d+\): error (TS\d+): /gm)];
    expect(faults.map(([, line, code]) => `${line} ${code}`)).toEqual(expected);
  });
});

/** Runs a command in the folder of the client. @throws when it ends with another code than 0; the error has its output */
function inClient(command: string, ...args: readonly string[]) {
  return execute(command, args, { cwd: CLIENT });
}

/** npm writes the inner lock last; one that is older than the lock is of other versions. */
async function isInstalled(): Promise<boolean> {
  const [installed, locked] = await Promise.all(
    ['node_modules/.package-lock.json', 'package-lock.json'].map(async (name) => {
      const found = await stat(join(CLIENT, name)).catch(() => null);
      return found?.mtimeMs ?? 0;
    }),
  );
  return installed! >= locked!;
}

async function startDemo() {
  const folder = await mkdtemp(join(tmpdir(), 'server-vote-system-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const service = await startServiceProcess({ env: { DATA_DIR: folder, METRICS_PORT: 'off' }, args: ['--demo'] });
  onTestFinished(() => service.kill());
  return { url: service.url, userKey: /\buk_\w+/.exec(service.stderr())?.[0] ?? '' };
}

/** The path of the endpoint that a path of an address meets: the one with the fewest parameters. */
function routeOf(pathname: string): string | undefined {
  const met = contentEndpoints
    .map(({ path }) => path)
    .filter((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname));
  return met.sort((a, b) => a.split('{').length - b.split('{').length)[0];
}
