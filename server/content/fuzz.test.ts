import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  importRecords,
  newBadge,
  newCategory,
  newGame,
  newPost,
  newResource,
  newTeam,
  newUser,
} from '../store/suites/content-builders.ts';
import { createReader, type Reader } from '../testing/content-tenant.ts';
import { describeOnStores } from '../testing/test-service.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}

interface Operation {
  readonly parameters?: readonly Parameter[];
}

/** On each store. */
const REQUESTS = 5_000;

const document: { paths: Record<string, { get?: Operation }> } = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);
const operations = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/v1/'))
  .map(([path, { get }]) => ({ path, parameters: get?.parameters ?? [] }));

const game = newGame({ slug: 'tide & wilds' });
const resource = newResource({ slug: 'naïve slug', game, category: { id: newGame().id, name: 'c', slug: '声' } });
const user = newUser({ username: 'a/b%2F?#' });
const KNOWN = [resource.id, resource.slug, user.username, game.slug, '声', '1', '20', '100', '"*"', '*'];

const hexByte = fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
/** Text as it stands in a URL: of all kinds, well encoded, badly encoded, and not at all. */
const urlText = fc.oneof(
  fc.constantFrom(...KNOWN).map(encodeURIComponent),
  fc.string({ unit: 'grapheme' }).map((text) => encodeURIComponent(wellFormed(text))),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(wellFormed(text))),
  fc.array(hexByte, { minLength: 1, maxLength: 8 }).map((bytes) => bytes.join('')),
  fc.stringMatching(/^[\x21-\x7e]{0,30}$/).map((text) => text.replaceAll(/[#\s]/g, '')),
  fc.oneof(fc.integer(), fc.double(), fc.bigInt()).map(String),
  fc.uuid(),
  fc.constantFrom(
    '',
    '%',
    '%%',
    '%0',
    '..',
    '.',
    '%2e%2e',
    '%00',
    '%c0%af',
    '__proto__',
    'constructor',
    'x'.repeat(7_000),
  ),
);
const headerText = fc.oneof(
  fc.constantFrom('*', 'W/"x"', '"', '""', ',', 'x'.repeat(2_000)),
  fc.stringMatching(/^[\x20-\x7e]{0,40}$/),
);

/** Compressed answers are for another test: this one reads bodies. */
const plainCoding = headerText.filter((text) => !/gzip|br|\*/i.test(text));

const request = fc.constantFrom(...operations).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    values: fc.array(urlText, { minLength: 8, maxLength: 8 }),
    keep: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 8 }),
    extra: fc.option(urlText, { nil: null }),
    headers: fc.record(
      { 'If-None-Match': headerText, 'Accept-Encoding': plainCoding, Accept: headerText },
      { requiredKeys: [] },
    ),
  }),
);

describeOnStores('whatever is asked of the content', (use) => {
  let reader: Reader;

  beforeAll(async () => {
    const service = await use.start({ env: { CONTENT_PER_MINUTE: '1000000' } });
    reader = await createReader(service);
    const { content } = service.stores;
    await importRecords(content, 'resources', [resource, ...Array.from({ length: 150 }, () => newResource({ game }))]);
    await importRecords(content, 'users', [user]);
    await importRecords(content, 'teams', [newTeam(), newTeam()]);
    await importRecords(content, 'categories', [newCategory({ game })]);
    await importRecords(content, 'badges', [newBadge()]);
    await importRecords(content, 'blog', [newPost(), newPost({ published: false })]);
  });

  test(`${REQUESTS} requests made from the document get no answer outside of it, and none that blames the service`, async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(request, async ({ operation, values, keep, extra, headers }) => {
        const url = urlOf(operation, { values, keep, extra });
        // Longer ones are not HTTP for Node, and never reach a route.
        fc.pre(url.length < 12_000);
        const answer = await reader.get(url, headers);
        expect(answer.status).toBeLessThan(500);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }),
      { numRuns: REQUESTS },
    );
    // Each kind of answer was met.
    for (const status of [200, 304, 400, 404]) expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
  }, 300_000);
});

/** Lone surrogates cannot be encoded. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** The address of one request: path members and some of the query's, some of them twice. */
function urlOf(
  { path, parameters }: (typeof operations)[number],
  { values, keep, extra }: { values: string[]; keep: number[]; extra: string | null },
): string {
  let url = path;
  const query: string[] = [];
  for (const [at, { name, in: place }] of parameters.entries()) {
    const value = values[at] ?? '';
    if (place === 'path') url = url.replace(`{${name}}`, value.replaceAll('?', '%3F'));
    if (place !== 'query') continue;
    for (let times = 0; times < (keep[at] ?? 0) - 1; times += 1) query.push(`${name}=${value.replaceAll('&', '%26')}`);
  }
  if (extra !== null) query.push(extra);
  return query.length === 0 ? url : `${url}?${query.join('&')}`;
}
