import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../server/testing/system/installation.ts';
import { type Packed, packProduct } from '../server/testing/system/packed.ts';
import { findChromium } from './find-chromium.ts';

const START_MS = 180_000;
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

describe('a website that bundles the npm package with Vite', () => {
  let packed: Packed;
  let installation: Installation;
  let website: Server;
  let browser: Browser;
  let origin = '';
  const asked: string[] = [];

  beforeAll(async () => {
    packed = await packProduct();
    installation = await createInstallation();
    const service = await installation.start();
    const { accountId, slug } = await installation.createOwner();
    website = createServer((request, response) => {
      const path = new URL(request.url ?? '/', origin).pathname.replace(/\/$/, '/index.html');
      asked.push(path);
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'text/plain');
      response.end(readFileSync(join(packed.folder, 'dist', path)));
    }).listen(0, '127.0.0.1');
    await once(website, 'listening');
    const at = website.address();
    origin = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
    const site = ['sites', 'create', '--account', accountId, '--name', 'Bundled', '--origin', origin];
    const { siteId } = await installation.json(...site);
    const element = `<server-vote endpoint="${service.url}/sites/${siteId}" server="${slug}"></server-vote>`;
    writeFileSync(
      join(packed.folder, 'index.html'),
      `<!doctype html><html lang="de"><title>Bundled</title><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>${element}</html>`,
    );
    writeFileSync(join(packed.folder, 'main.js'), "import 'server-vote/define';");
    await build({ root: packed.folder, configFile: false, logLevel: 'error' });
    browser = await launch({
      executablePath: findChromium(process.env) ?? '',
      timeout: START_MS,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
  }, START_MS);
  afterAll(async () => {
    await browser?.close();
    website?.close();
    await installation?.close();
    await packed?.remove();
  });

  test('votes in the language of the page, whose words alone are loaded', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(origin);
    await waitForWords('Abstimmen');
    const button = await page.$('server-vote >>> button');
    await button?.click();
    await waitForWords('Danke');
    const scripts = asked.filter((path) => path.endsWith('.js'));
    expect(scripts.filter((path) => /\/[a-z]{2}-[\w-]+\.js$/.test(path))).toEqual([expect.stringMatching(/\/de-/)]);
    expect(scripts).toHaveLength(2);
    expect(faults).toEqual([]);

    function waitForWords(words: string) {
      return page.waitForFunction(
        (wanted) => document.querySelector('server-vote')?.shadowRoot?.textContent?.includes(wanted),
        { timeout: 30_000 },
        words,
      );
    }
  });
});
