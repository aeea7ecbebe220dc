import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';

const ROOT = resolve(import.meta.dirname, '..');
/** Long, since a machine that does much else at once is slow. */
const START_DEADLINE_MS = 45_000;

interface Served {
  /** Origin of a service that is the built product, with an empty store of its own. */
  readonly service: string;
}

/** Tests with a running service; one for each worker. */
export const test = base.extend<{ violations: string[] }, Served>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    async ({}, use) => {
      const product = await startProduct();
      await use(product.address);
      await product.stop();
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

/** The built product while it runs. */
export interface Product {
  /** Its origin. */
  readonly address: string;
  /** What it printed for a person so far. */
  printed(): string;
  /** Its log up to now. */
  readLog(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the built product on a free port, with an empty store of its own. */
export async function startProduct(options: { args?: string[]; env?: Record<string, string> } = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-vote-e2e-'));
  const port = await freePort();
  const own = { DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', METRICS_PORT: 'off' };
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/cli.js'), 'serve', ...(options.args ?? [])], {
    env: { PATH: process.env.PATH, ...own, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  let logged = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  const address = `http://127.0.0.1:${port}`;
  // Whoever ends these tests early is not to leave it behind.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
  try {
    await waitUntilReady(address, child, () => printed);
  } catch (error) {
    kill();
    throw error;
  }
  return {
    address,
    printed: () => printed,
    async readLog() {
      // Lines are written together: once the line of a request of our own is there, those before it are, too.
      const own = `last-${randomUUID()}`;
      await fetch(`${address}/healthz`, { headers: { 'X-Request-Id': own } });
      await expect.poll(() => logged).toContain(own);
      return logged;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(address: string, child: ChildProcess, printed: () => string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const isReady = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(
    `The service did not become ready; it ended with ${child.exitCode}. Is it built? \`npm run build\`\n${printed()}`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
