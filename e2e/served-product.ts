import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';

const ROOT = resolve(import.meta.dirname, '..');
const START_DEADLINE_MS = 20_000;

interface Served {
  /** Origin of a service that is the built product, with an empty store of its own. */
  readonly service: string;
}

/** Tests with a running service; one for each worker. */
export const test = base.extend<{ violations: string[] }, Served>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'server-vote-e2e-'));
      const port = await freePort();
      const child = serve(dataDir, port);
      const address = `http://127.0.0.1:${port}`;
      await waitUntilReady(address, child);
      await use(address);
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  /** What the page's policy refused, from its first script on. */
  violations: async ({ page }, use) => {
    const violations: string[] = [];
    await page.exposeFunction('noteViolation', (text: string) => violations.push(text));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const note: unknown = Reflect.get(globalThis, 'noteViolation');
        if (typeof note === 'function') note(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      });
    });
    await use(violations);
  },
});
export { expect };

function serve(dataDir: string, port: number): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'dist/server/cli.js'), 'serve'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', METRICS_PORT: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function waitUntilReady(address: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const isReady = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`The service did not become ready; it ended with ${child.exitCode}. Is it built? \`npm run build\``);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
