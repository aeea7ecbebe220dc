import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { ask } from '../testing/api-client.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
}

/** On each store. */
const REQUESTS = 1_500;
/** Limits of a minute would soon be all that is met. */
const MINUTE_EVERY = 25;

const document: { paths: Record<string, Record<string, Partial<Operation>>> } = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);
/** All but the content interface, which has a test of its own. */
const operations = Object.entries(document.paths)
  .filter(([path]) => !path.startsWith('/v1/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]): Operation => ({ path, method, parameters })),
  );

/** Stands for something of the tenant, which is made later than the requests. */
const KNOWN = ['<id>', '<slug>', '<name>', '<site>', '<key>', '<origin>'] as const;
const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '__proto__',
    'constructor',
    '}{:',
    'a\nb',
    '\0',
    '..',
    '%',
    "'; --",
    'x'.repeat(3_000),
  ),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const oddAddress = fc.constantFrom(
  '::',
  '::1',
  '1.2.3.4:80',
  '1.2.3',
  'fe80::1%eth0',
  '1.2.3.4, 5.6.7.8',
  '01.2.3.4',
  '::ffff:1.2.3.4',
);
/** Some of them come again and again, and are refused. */
const address = fc.oneof(
  { weight: 4, arbitrary: fc.ipV4() },
  { weight: 3, arbitrary: fc.constantFrom('203.0.113.9', '203.0.113.10') },
  fc.ipV6(),
  oddAddress,
);
const queryText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...KNOWN) },
  oddText,
  address,
  fc.integer().map(String),
);
const headerText = fc.stringMatching(/^[\x20-\x7e]{0,40}$/);
const member = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...KNOWN) }, oddText, fc.jsonValue({ maxDepth: 2 }));

const orderedBody = fc.record(
  { serverId: member, slug: member, name: member, username: member, ['__proto__']: member, extra: member },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('{"slug":"<slug>"}', '{"serverId":"<id>"}', '{"name":"<name>"}') },
  { weight: 4, arbitrary: orderedBody.map((value) => JSON.stringify(value)) },
  fc.json(),
  oddText,
  fc.constantFrom('{', '[]', '{"slug":"<slug>","slug":1}', '\ufeff{}', '1e999', `{"a":${'['.repeat(1_500)}`),
);
const headers = fc.record(
  {
    'X-API-KEY': fc.oneof({ weight: 8, arbitrary: fc.constant('<key>') }, headerText),
    Origin: fc.oneof({ weight: 6, arbitrary: fc.constant('<origin>') }, headerText, fc.constant('null')),
    'X-Forwarded-For': fc.oneof({ weight: 8, arbitrary: address }, headerText),
    'Content-Type': fc.oneof({ weight: 8, arbitrary: fc.constant('application/json') }, headerText),
    'Idempotency-Key': headerText,
    'Sec-Fetch-Site': fc.constantFrom('cross-site', 'same-origin', 'none', ''),
    'X-Vote-Signature': headerText,
    'X-Vote-Client-IP': address,
    'If-None-Match': headerText,
    'Accept-Language': headerText,
  },
  { requiredKeys: ['X-API-KEY', 'X-Forwarded-For', 'Content-Type'] },
);
const request = fc.record({
  operation: fc.constantFrom(...operations),
  values: fc.array(queryText, { minLength: 10, maxLength: 10 }),
  times: fc.array(fc.nat(2), { minLength: 10, maxLength: 10 }),
  // What signs nothing is the rule: a bad signature is refused before all else.
  signs: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  headers,
  body,
});
type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

describeOnStores('whatever is asked of votes, sites and health', (use) => {
  let service: TestService;
  let tenant: Tenant;
  let known: Readonly<Record<string, string>>;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
    const { server, site, key } = tenant;
    const origin = site.origins[0] ?? '';
    known = { id: server.id, slug: server.slug, name: server.name, site: site.id, key, origin };
  });

  const fill = (text: string) => text.replaceAll(/<(\w+)>/g, (all, name: string) => known[name] ?? all);

  function urlOf({ operation, values, times }: Request): string {
    let path = operation.path;
    const query: string[] = [];
    for (const [at, { name, in: place }] of operation.parameters.entries()) {
      const value = encodeURIComponent(Buffer.from(fill(values[at] ?? '')).toString());
      // A site that is there more often than not; else nothing behind it would be met.
      if (place === 'path')
        path = path.replace(`{${name}}`, name === 'site' && times[at] !== 0 ? (known.site ?? '') : value);
      for (let time = 0; place === 'query' && time < (times[at] ?? 0); time += 1) query.push(`${name}=${value}`);
    }
    return `${service.url}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  }

  function headersOf({ headers: sent, signs }: Request): Record<string, string> {
    const entries = Object.entries(sent).filter(([name]) => signs || name !== 'X-Vote-Signature');
    return Object.fromEntries(entries.map(([name, value]) => [name, fill(value)]));
  }

  test(`${REQUESTS} requests made from the document get no answer outside of it, none that blames the service, and every counted vote is in the log`, async () => {
    const statuses = new Set<number>();
    let counted = 0;
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(request, async (made) => {
        const url = urlOf(made);
        fc.pre(url.length < 12_000);
        asked += 1;
        if (asked % MINUTE_EVERY === 0) service.clock.advance(60_000);
        const { method } = made.operation;
        const sent = method === 'get' ? {} : { body: fill(made.body) };
        const answer = await ask(url, { method: method.toUpperCase(), headers: headersOf(made), ...sent });
        expect(answer.status, answer.text).toBeLessThan(500);
        statuses.add(answer.status);
        if (method === 'post' && answer.status === 200 && answer.headers['idempotency-replayed'] === undefined)
          counted += 1;
      }),
      { numRuns: REQUESTS },
    );
    for (const status of [200, 400, 401, 403, 404, 415, 429]) expect(statuses).toContain(status);
    const log = await service.stores.votes.readLog(tenant.accountId, null, REQUESTS);
    expect(counted).toBeGreaterThan(10);
    expect(log).toHaveLength(counted);
    const check = await tenant.check({ serverId: tenant.server.id, ip: randomIp() });
    expect(check.body.serverVotes).toBe(counted);
  }, 300_000);
});
