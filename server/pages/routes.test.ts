import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import express, { type RequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEMS } from '../../contract/problems.ts';
import { compressFolder, copyPages } from '../../scripts/build/copy-pages.ts';
import { createPagesRouter } from './routes.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = ['/', '/docs', '/docs/problems', '/embed'];
const limit: RequestHandler = (_req, _res, next) => next();
const SITES = { findSite: async () => null, findServer: async () => null, findResource: async () => null };

describe('pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  const pagesDir = join(folder, 'pages');
  let base = '';
  const app = express().disable('etag');
  let server: Server;
  beforeAll(async () => {
    copyPages(ROOT, pagesDir);
    compressFolder(pagesDir, 1);
    mkdirSync(join(folder, 'widget'));
    writeFileSync(join(folder, 'widget/files.json'), JSON.stringify({ version: '1.2.3', files: {}, addresses: {} }));
    const embed = { publicUrl: 'https://votes.example.com', sites: SITES, nowMs: () => 0, limit };
    server = app.use(createPagesRouter({ pagesDir, embed })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = addressOf(server);
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  test.each(PAGES)('%s is HTML that needs nothing from elsewhere', async (path) => {
    const answer = await fetch(base + path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\sstyle=|<style|\son\w+=/);
    for (const [, address] of html.matchAll(/(?:href|src)="(\/[^"#]*)[^"]*"/g)) {
      expect((await fetch(base + address)).status, address).toBe(200);
    }
  });

  test.each(PAGES)('%s forbids everything but files of this origin, and frames', async (path) => {
    const { headers } = await fetch(base + path);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('/docs/problems has every code at its own address, with its meaning and its cure', async () => {
    const html = await (await fetch(`${base}/docs/problems`)).text();
    const text = html.replaceAll('&quot;', '"');
    for (const [code, { title, cure, status }] of Object.entries(PROBLEMS)) {
      expect(html.split(` id="${code}"`).length, code).toBe(2);
      expect(text).toContain(title);
      expect(text).toContain(cure);
      expect(html).toContain(`id="status-${status}"`);
    }
  });

  test('/openapi.json is the committed document', async () => {
    const answer = await fetch(`${base}/openapi.json`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { default: committed } = await import('../../docs/openapi.json', { with: { type: 'json' } });
    expect(await answer.json()).toEqual(committed);
  });

  test('the same bytes come plain and compressed, each with its own strong ETag', async () => {
    const plain = await fetch(`${base}/openapi.json`, { headers: { 'accept-encoding': 'identity' } });
    const brotli = await fetch(`${base}/openapi.json`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(await brotli.text()).toBe(await plain.text());
    expect(brotli.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(brotli.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    for (const answer of [plain, brotli]) {
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    }
  });

  test('a client that has the current bytes is told so without a body', async () => {
    const first = await fetch(`${base}/docs`);
    await first.text();
    const etag = first.headers.get('etag') ?? '';
    const second = await fetch(`${base}/docs`, { headers: { 'if-none-match': etag } });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe('');
    expect((await fetch(`${base}/docs`, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const head = await fetch(`${base}/docs/assets/page.css`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await head.text()).toBe('');
  });

  test('a folder that the build has not filled is named with its cure', () => {
    expect(() => createPagesRouter({ pagesDir: join(pagesDir, 'nowhere') })).toThrow(
      /openapi\.json is missing; `npm run build` makes it/,
    );
  });
});

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
