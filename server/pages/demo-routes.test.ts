import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFolder, copyPages } from '../../scripts/build/copy-pages.ts';
import type { Demo } from './demo.ts';
import { createPagesRouter } from './routes.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CONTENT = join(ROOT, 'demo/content');
const HARBOUR = {
  id: 'a',
  slug: 'harbour',
  name: 'Har"bour',
  description: '<Boats>',
  image: '/demo/media/paper-boats.svg',
};
const GARDEN = { ...HARBOUR, id: 'b', slug: '雲の庭', name: '雲の庭', description: '' };
const FOX = { ...HARBOUR, id: 'c', slug: 'fox', name: 'Fox & Lantern' };
const DEMO: Demo = {
  site: 'site_4k2m',
  servers: [HARBOUR, GARDEN],
  neighbour: { site: 'site_9z9z', servers: [FOX] },
  cooldownMs: 43_200_000,
  origin: 'https://votes.example.com',
};
const PAGES = ['/', '/demo/strict-csp', '/demo/two-sites', '/demo/hostile-css', '/demo/right-to-left'];
const FILES = ['demo.js', 'demo.css', 'hostile.css'];

describe('the demo', () => {
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
    for (const name of FILES) writeFileSync(join(pagesDir, 'demo/assets', name), '');
    cpSync(join(CONTENT, 'media'), join(pagesDir, 'demo/media'), { recursive: true });
    compressFolder(pagesDir, 1);
    base = await listen(DEMO);
    without = await listen(null);
  });
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(pagesDir, { recursive: true });
  });

  test.each(PAGES)('%s is HTML with nothing inline, whose every file is there', async (path) => {
    const answer = await fetch(base + path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\sstyle=|<style|\son\w+=/);
    expect(html.match(/<script [^>]*\/widget\/v1\/[\w-]+\.js/g)).toHaveLength(1);
    for (const [, address] of html.matchAll(/(?:href|src)="(\/(?!s\/|widget\/|embed)[^"#]*)/g)) {
      expect((await fetch(base + address)).status, address).toBe(200);
    }
  });

  test.each(PAGES)('%s forbids everything but files of this origin', async (path) => {
    const policy = (await fetch(base + path)).headers.get('content-security-policy')?.replaceAll('; ', ';');
    expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy?.includes("require-trusted-types-for 'script'")).toBe(path === '/demo/strict-csp');
  });

  test('every element has the link that works without script, and names are text', async () => {
    const html = await (await fetch(base)).text();
    const elements = [...html.matchAll(/<server-vote [^>]*>(.*?)<\/server-vote>/g)];
    expect(elements.length).toBeGreaterThan(10);
    for (const [, link] of elements) expect(link).toMatch(/^<a href="\/s\/site_4k2m\/(harbour|%E9%9B%B2[%\w]+)">Vote/);
    expect(html).toContain('Har&quot;bour');
    expect(html).toContain('&lt;Boats&gt;');
  });

  test('two sites are those of two owners', async () => {
    const html = await (await fetch(`${base}/demo/two-sites`)).text();
    expect(html).toContain('<server-vote site="site_4k2m" server="harbour"');
    expect(html).toContain('<server-vote site="site_9z9z" server="fox"');
  });

  test('says how long one vote lasts, and where the service is', async () => {
    expect(await (await fetch(base)).text()).toMatch(
      /every 12 hours[\s\S]*https:\/\/votes\.example\.com\/widget\/v1\//,
    );
    const short = await listen({ ...DEMO, cooldownMs: 4000 });
    expect(await (await fetch(short)).text()).toContain('every 4 seconds');
  });

  test('tells its site and servers, and nothing of where its files are', async () => {
    const { site, servers } = DEMO;
    expect(await (await fetch(`${base}/demo/site.json`)).json()).toEqual({ site, servers });
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

  test.each([...PAGES.slice(1), '/demo/site.json', '/demo/media/paper-boats.svg'])(
    '%s does not exist outside demo mode',
    async (path) => {
      expect((await fetch(without + path)).status).toBe(404);
      expect(await (await fetch(without)).text()).not.toContain('/widget/');
    },
  );
});
