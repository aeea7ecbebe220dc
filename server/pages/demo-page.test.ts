import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFolder, copyPages } from '../../scripts/build/copy-pages.ts';
import type { Demo } from './demo-page.ts';
import { createPagesRouter } from './routes.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CONTENT = join(ROOT, 'demo/content');
const DEMO: Demo = {
  site: 'site_4k2m',
  cooldownMs: 43_200_000,
  servers: [{ id: 'a', slug: 'harbour', name: 'Harbour', description: 'Boats', image: '/demo/media/paper-boats.svg' }],
  contentDir: CONTENT,
};

describe('the demo page', () => {
  const pagesDir = mkdtempSync(join(tmpdir(), 'demo-page-'));
  const servers: Server[] = [];
  let base = '';
  let without = '';

  async function listen(demo: Demo | null): Promise<string> {
    const server = express().disable('etag').use(createPagesRouter({ pagesDir, demo })).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    copyPages(ROOT, pagesDir);
    mkdirSync(join(pagesDir, 'demo/assets'), { recursive: true });
    writeFileSync(join(pagesDir, 'demo/index.html'), '<!doctype html><title>demo</title>');
    writeFileSync(join(pagesDir, 'demo/assets/index-a1b2.js'), 'export {};');
    cpSync(join(CONTENT, 'media'), join(pagesDir, 'demo/media'), { recursive: true });
    compressFolder(pagesDir, 1);
    base = await listen(DEMO);
    without = await listen(null);
  });
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(pagesDir, { recursive: true });
  });

  test('is at the root in demo mode, under the policy of every page', async () => {
    const answer = await fetch(base);
    expect(await answer.text()).toContain('<title>demo</title>');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /default-src 'none';script-src 'self';style-src 'self'/,
    );
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    expect((await fetch(`${base}/docs`)).status).toBe(200);
  });

  test('tells the page its site and servers, and nothing of where its files are', async () => {
    const { contentDir: _contentDir, ...told } = DEMO;
    expect(await (await fetch(`${base}/demo/site.json`)).json()).toEqual(told);
  });

  test('gives the resources of the demo content without a key', async () => {
    const { resources }: { resources: unknown[] } = JSON.parse(
      await (await fetch(`${base}/demo/resources.json`)).text(),
    );
    expect(resources).toHaveLength(12);
    expect(resources[0]).toMatchObject({ slug: 'lantern-weather', coverImageUrl: '/demo/media/lantern-weather.svg' });
  });

  test('serves each picture so that it can be kept, shown elsewhere, and run nothing', async () => {
    for (const name of readdirSync(join(CONTENT, 'media'))) {
      const { status, headers } = await fetch(`${base}/demo/media/${name}`);
      expect(status, name).toBe(200);
      expect(headers.get('content-type')).toBe('image/svg+xml');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('cache-control')).toBe('public, max-age=86400');
    }
  });

  test('lets browsers keep for good what is named by its content', async () => {
    const { headers } = await fetch(`${base}/demo/assets/index-a1b2.js`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test.each(['/demo/site.json', '/demo/resources.json', '/demo/media/paper-boats.svg'])(
    '%s does not exist outside demo mode',
    async (path) => {
      expect((await fetch(without + path)).status).toBe(404);
      expect(await (await fetch(without)).text()).not.toContain('<title>demo</title>');
    },
  );
});
