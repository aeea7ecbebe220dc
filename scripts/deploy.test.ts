import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const schema = /^const Variables = z\.object\(\{\n([\s\S]*?)^\}\);/m.exec(read('server/config.ts'))?.[1] ?? '';
const known = new Set(['NODE_ENV', ...[...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name)]);

describe('the files of deploy', () => {
  test.each([
    ['compose.yaml', /^ {6}([A-Z][A-Z_]+):/gm, 4],
    ['server-vote.service', /^Environment=([A-Z][A-Z_]+)=/gm, 5],
    ['Dockerfile', /(?:^ENV |\s)([A-Z][A-Z_]{3,})=/gm, 2],
  ])('%s sets only variables that the service reads', (file, pattern, count) => {
    const named = [...read(`deploy/${file}`).matchAll(pattern)].map(([, name = '']) => name);
    expect(named).toHaveLength(count);
    for (const name of named) expect(known, name).toContain(name);
  });

  test('the image is made of files that are there, and starts what package.json names', () => {
    const text = read('deploy/Dockerfile');
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    expect(copied.length).toBeGreaterThan(3);
    for (const name of copied) expect(existsSync(join(ROOT, name)), name).toBe(true);
    const { bin } = JSON.parse(read('package.json'));
    expect(text).toContain(`CMD ["node", "${bin['server-vote']}", "serve"]`);
    expect(read('deploy/server-vote.service')).toContain(`node ${bin['server-vote']} serve`);
  });

  test('Redis never evicts, and writes what it is told to disk', () => {
    expect(read('deploy/compose.yaml')).toMatch(/--appendonly yes .*--maxmemory-policy noeviction/);
  });

  test('the proxies say who asks, drop what a client says of it, and end idle connections before the service does', () => {
    const [, seconds = ''] = /^const KEEP_ALIVE_MS = (\d+)_000;/m.exec(read('server/http/listen.ts')) ?? [];
    const nginx = read('deploy/nginx.conf');
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    for (const [file, pattern] of [
      ['nginx.conf', /keepalive_timeout (\d+)s/],
      ['Caddyfile', /keepalive (\d+)s/],
    ] as const) {
      expect(Number(pattern.exec(read(`deploy/${file}`))?.[1])).toBeLessThan(Number(seconds));
      expect(read(`deploy/${file}`).split('{')).toHaveLength(read(`deploy/${file}`).split('}').length);
    }
  });

  test('whoever stops the service gives it the time that it needs to answer what is under way', () => {
    const [, limit = ''] = /^const STOP_LIMIT_MS = (\d+)_000;/m.exec(read('server/main.ts')) ?? [];
    expect(Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/server-vote.service'))?.[1])).toBeGreaterThan(Number(limit));
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('deploy/compose.yaml'))?.[1])).toBeGreaterThan(Number(limit));
  });
});
