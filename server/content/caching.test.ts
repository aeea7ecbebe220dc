import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRecords, newBadge, newPost, newUser } from '../store/suites/content-builders.ts';
import { createReader, type Reader } from '../testing/content-tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes } as const;

describeOnStores('caching of content', (use) => {
  let service: TestService;
  let reader: Reader;
  let dataDir: string;
  const badges = Array.from({ length: 40 }, () => newBadge({ name: `Заря ${randomBytes(4).toString('hex')}` }));

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'server-vote-caching-'));
    service = await use.start({ dataDir, env: { CONTENT_PER_MINUTE: '100000' } });
    reader = await createReader(service);
    await importRecords(service.stores.content, 'badges', badges);
  });

  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  /** Raw bytes, as they travel. */
  async function getBytes(path: string, headers: Record<string, string>) {
    return new Promise<{ status: number; headers: Record<string, string | undefined>; bytes: Buffer }>(
      (resolve, reject) => {
        const sent = request(`${service.url}${path}`, { headers: { 'X-API-KEY': reader.key, ...headers } }, (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers as Record<string, string | undefined>,
              bytes: Buffer.concat(chunks),
            }),
          );
        });
        sent.on('error', reject);
        sent.end();
      },
    );
  }

  test.each([
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR;q=0.5, GZIP;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['identity, *;q=0', 'identity'],
    ['identity;q=0, *;q=0', 'identity'],
    ['identity;q=0.5, gzip;q=0.4', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    ['deflate', 'identity'],
  ] as const)('Accept-Encoding "%s" is answered in %s', async (acceptEncoding, encoding) => {
    const plain = await getBytes('/v1/badges', {});
    const answer = await getBytes('/v1/badges', acceptEncoding === '' ? {} : { 'Accept-Encoding': acceptEncoding });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(DECODE[encoding](answer.bytes).equals(plain.bytes)).toBe(true);
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
    expect(JSON.parse(plain.bytes.toString()).badges).toHaveLength(40);
    if (encoding !== 'identity') expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
  });

  test('an answer that fits into one packet is not compressed', async () => {
    const answer = await getBytes(`/v1/badges/${badges[0]!.id}`, { 'Accept-Encoding': 'br' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.bytes.toString()).toBe(JSON.stringify(badges[0]));
  });

  test('ETags are strong, one for each encoding, and tell who may keep the answer', async () => {
    const etags = new Set<string | undefined>();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { headers } = await getBytes('/v1/badges', { 'Accept-Encoding': encoding });
      expect(headers.etag).toMatch(/^"[\w-]{22}(-gz|-br)?"$/);
      expect(headers['cache-control']).toBe('private, max-age=60');
      expect(headers.vary).toBe('X-API-KEY, Origin, Accept-Encoding');
      etags.add(headers.etag);
    }
    expect(etags.size).toBe(3);
  });

  test('what the client has is answered 304, without body, with every header that says so', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const first = await getBytes('/v1/badges', { 'Accept-Encoding': encoding });
      const etag = first.headers.etag!;
      for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await getBytes('/v1/badges', { 'Accept-Encoding': encoding, 'If-None-Match': condition });
        expect([again.status, again.bytes.length]).toEqual([304, 0]);
        for (const name of ['etag', 'cache-control', 'vary', 'content-version']) {
          expect(again.headers[name]).toBe(first.headers[name]);
        }
        expect(again.headers['content-length']).toBeUndefined();
        expect(again.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
      }
      for (const condition of ['"other"', etag.slice(0, -1), etag.replaceAll('"', '')]) {
        const again = await getBytes('/v1/badges', { 'Accept-Encoding': encoding, 'If-None-Match': condition });
        expect(again.status).toBe(200);
      }
    }
    const gz = await getBytes('/v1/badges', { 'Accept-Encoding': 'gzip' });
    expect((await getBytes('/v1/badges', { 'If-None-Match': gz.headers.etag! })).status).toBe(200);
  });

  test('the same content keeps its ETag over an import of something else, changed content gets another', async () => {
    const before = await reader.get('/v1/badges');
    await importRecords(service.stores.content, 'users', [newUser()]);
    const untouched = await reader.get('/v1/badges', { 'If-None-Match': before.headers.etag! });
    expect(untouched.status).toBe(304);
    expect(untouched.headers['content-version']).not.toBe(before.headers['content-version']);
    await importRecords(service.stores.content, 'badges', [{ ...badges[0]!, name: 'Other' }]);
    const changed = await reader.get('/v1/badges', { 'If-None-Match': before.headers.etag! });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(before.headers.etag);
    expect(changed.text).toContain('"name":"Other"');
  });

  test('after an import no answer is the old one, however many ask while it is shown', async () => {
    const post = newPost({ title: '0' });
    await importRecords(service.stores.content, 'blog', [post]);
    for (let round = 1; round <= 10; round += 1) {
      const during = Array.from({ length: 10 }, () => reader.get('/v1/blog'));
      await importRecords(service.stores.content, 'blog', [{ ...post, title: String(round) }]);
      const after = await Promise.all(Array.from({ length: 10 }, () => reader.get('/v1/blog')));
      expect(new Set(after.map((answer) => answer.body.posts[0].title))).toEqual(new Set([String(round)]));
      for (const answer of await Promise.all(during)) {
        expect([String(round - 1), String(round)]).toContain(answer.body.posts[0].title);
      }
    }
  });

  test('an import by another process is seen within a second', async () => {
    const other = await use.start({ dataDir });
    const fresh = newBadge();
    await importRecords(other.stores.content, 'badges', [fresh]);
    const deadline = Date.now() + 1_000;
    while (!(await reader.get('/v1/badges')).text.includes(fresh.id)) {
      expect(Date.now()).toBeLessThan(deadline);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
});
