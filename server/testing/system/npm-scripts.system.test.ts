import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from '../api-client.ts';
import { findFreePort } from '../free-port.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** A folder with the scripts of the project and what they run. It is built already, so that `build` has nothing to do. */
async function makeProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'server-vote-npm-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const project = {
    name: 'as-installed',
    private: true,
    type: 'module',
    scripts: { ...scripts, build: 'node --version' },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(project));
  await symlink(join(ROOT, 'dist'), join(folder, 'dist'));
  return folder;
}

/** Runs `npm run <script>` as a supervisor does, which knows the process of npm only. */
async function startScript(script: string) {
  const port = await findFreePort();
  const cwd = await makeProject();
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, PORT: String(port), HOST: '127.0.0.1', METRICS_PORT: 'off' };
  const npm = spawn('npm', ['run', script], { cwd, env, stdio: 'ignore', detached: true });
  const exited = once(npm, 'exit');
  onTestFinished(async () => {
    // Whatever is left of its group, were a test to fail.
    if (await isTaken(port)) process.kill(-npm.pid!, 'SIGKILL');
  });
  const isUp = () =>
    ask(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await expect.poll(isUp, { timeout: 20_000 }).toBe(true);
  return { port, npm, exited };
}

test.each(['start', 'serve'])('SIGTERM to `npm run %s` ends the service, and frees its port', async (script) => {
  const { port, npm, exited } = await startScript(script);
  npm.kill('SIGTERM');
  await exited;
  await expect.poll(() => isTaken(port), { timeout: 5_000 }).toBe(false);
});

async function isTaken(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((tell) => {
    server.once('error', () => tell(true));
    server.listen(port, '127.0.0.1', () => server.close(() => tell(false)));
  });
}
