import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { send } from '../api-client.ts';
import { findFreePort } from '../free-port.ts';
import { findLeaks } from './discretion.ts';
import { createInstallation, type Installation, type Owner } from './installation.ts';
import { finishProduct, type ProductRun, spawnProduct } from './product-run.ts';
import type { ServiceProcess } from './service-process.ts';

const VISITOR = '198.51.100.23';

describe('the proxy of a website of its own, from the command line, on the embedded store', () => {
  let installation: Installation;
  let service: ServiceProcess;
  let owner: Owner;
  let proxy: ProductRun;
  let url: string;
  beforeAll(async () => {
    installation = await createInstallation();
    service = await installation.start();
    owner = await installation.createOwner({ attests: true });
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const env = { PORT: String(port), HOST: '127.0.0.1', VOTE_KEY: owner.key, TRUST_PROXY: 'loopback' };
    proxy = spawnProduct(['proxy', '--upstream', service.url], env);
    await vi.waitFor(async () => expect((await send(`${url}/vote/check`)).status).toBe(400), { timeout: 20_000 });
  });
  afterAll(async () => {
    proxy.signal('SIGKILL');
    await installation.close();
  });

  const vote = () =>
    send(`${url}/vote`, {
      method: 'POST',
      body: { slug: owner.slug },
      headers: { Origin: url, 'X-Forwarded-For': VISITOR },
    });

  test('counts a visitor once, and tells neither key nor address', async () => {
    expect((await vote()).body).toMatchObject({ success: true, votes: 1, server: { slug: owner.slug } });
    const refused = await vote();
    expect(refused.body).toMatchObject({ status: 429, code: 'already_voted' });
    expect(refused.text).not.toContain(owner.key);
    expect(findLeaks(proxy.stdout() + proxy.stderr())).toEqual([]);
  });

  test('ends at SIGTERM with 0', async () => {
    proxy.signal('SIGTERM');
    expect(await proxy.exited).toEqual({ code: 0, signal: null });
  });

  test.each<[string, readonly string[], Record<string, string>, RegExp]>([
    [
      'an upstream that is none',
      ['--upstream', 'votes.example.com'],
      { VOTE_KEY: `vk_${'a'.repeat(49)}` },
      /^--upstream must be/,
    ],
    ['no VOTE_KEY', ['--upstream', 'https://votes.example.com'], {}, /^VOTE_KEY must be a vote key/],
    [
      'an origin with a path',
      ['--upstream', 'https://votes.example.com', '--origin', 'https://a.example/x'],
      { VOTE_KEY: `vk_${'a'.repeat(49)}` },
      /^--origin must be/,
    ],
  ])('%s stops the start with one line that names it', async (_name, args, env, line) => {
    const { code, stderr } = await finishProduct(['proxy', ...args], { PORT: '0', ...env });
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(code).toBe(2);
  });

  test('the signature of the manual, made by a shell, is taken', async () => {
    const manual = readFileSync('docs/proxy.md', 'utf8');
    const [, commands = ''] = /```sh\n(body=[\s\S]*?)```/.exec(manual) ?? [];
    const script = commands.replace('https://votes.example.com', service.url).replace('my-server', owner.slug);
    const answer = execFileSync('bash', ['-c', `${script.trimEnd()} -s`], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', VOTE_KEY: owner.key },
    });
    expect(JSON.parse(answer)).toMatchObject({ success: true, server: { slug: owner.slug } });
  });

  test('its npm entry point makes the router, and has its types beside it', () => {
    const settings = JSON.stringify({ upstream: 'https://votes.example.com', voteKey: owner.key });
    const script = `import('server-vote/proxy').then(({ createSiteProxy }) => console.log(typeof createSiteProxy(${settings})))`;
    expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toBe('function\n');
    expect(existsSync('dist/server/proxy.d.ts')).toBe(true);
  });
});
