import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { ask } from '../testing/api-client.ts';
import { createReader, type Reader } from '../testing/content-tenant.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const keyed = endpoints.filter(({ key }) => key !== 'none');
const ofSites = endpoints.filter(({ path }) => path.startsWith('/sites/'));
const named = endpoints.filter(({ path }) => path.includes('{'));
const BROKEN = ['%', '%zz', '%FF', '%c3%28', '%ed%a0%80'];

let service: TestService;
let tenant: Tenant;
let reader: Reader;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  reader = await createReader(service);
});
afterAll(() => service.close());

/** The last parameter of a path, which is what is broken in these tests. */
function lastParameter(path: string): string {
  return /\{(\w+)\}[^{]*$/.exec(path)?.[1] ?? '';
}

function addressOf({ path }: Endpoint, values: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name) => values[name] ?? randomUUID());
}

function keyOf({ key }: Endpoint): Record<string, string> {
  return key === 'none' ? {} : { 'X-API-KEY': key === 'vote' ? tenant.key : reader.key };
}

/** Asks, and tells what was logged for it. The body is one that any endpoint takes. */
async function refuse(endpoint: Endpoint, address: string, headers: Record<string, string> = {}, method?: string) {
  const id = randomUUID();
  const answer = await ask(service.url + address, {
    method: method ?? endpoint.method,
    headers: { 'X-Forwarded-For': randomIp(), 'X-Request-Id': id, ...headers },
    ...(endpoint.body === null ? {} : { body: {} }),
  });
  const linesOf = () => service.logLines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
  await expect.poll(linesOf).toHaveLength(1);
  return { answer, line: linesOf()[0] };
}

async function expectCounted({ path }: Endpoint, method: string, status: number): Promise<void> {
  const values = (await service.metrics.registry.getSingleMetric('server_vote_http_request_seconds')?.get())?.values;
  expect(values?.map(({ labels }) => labels)).toContainEqual(expect.objectContaining({ route: path, method, status }));
}

describe('a refused request is logged and counted under the pattern of its endpoint', () => {
  test.each(keyed)('$id: without a key, and with a key of the wrong kind', async (endpoint) => {
    const nobody = await refuse(endpoint, addressOf(endpoint));
    expect(nobody.line).toMatchObject({ route: endpoint.path, status: 401, code: 'invalid_key' });
    const wrong = endpoint.key === 'vote' ? reader : { key: tenant.key, keyId: tenant.keyRecord.id };
    const other = await refuse(endpoint, addressOf(endpoint), { 'X-API-KEY': wrong.key });
    expect(other.line).toMatchObject({ route: endpoint.path, status: 403, keyId: wrong.keyId });
    await expectCounted(endpoint, endpoint.method, 401);
    await expectCounted(endpoint, endpoint.method, 403);
  });

  test.each(ofSites)('$id: of a site that does not exist, and from a foreign page', async (endpoint) => {
    const missing = await refuse(endpoint, addressOf(endpoint));
    expect(missing.line).toMatchObject({ route: endpoint.path, status: 404, code: 'site_not_found' });
    await expectCounted(endpoint, endpoint.method, 404);
    if (endpoint.id === 'getSiteBadge') return;
    const address = addressOf(endpoint, { site: tenant.site.id });
    const foreign = await refuse(endpoint, address, { Origin: 'https://foreign.example' });
    expect(foreign.line).toMatchObject({ route: endpoint.path, status: 403, code: 'origin_not_allowed' });
    await expectCounted(endpoint, endpoint.method, 403);
  });

  test.each(endpoints)('$id: by another method', async (endpoint) => {
    const headers = { Origin: tenant.site.origins[0]! };
    const { line } = await refuse(endpoint, addressOf(endpoint, { site: tenant.site.id }), headers, 'PUT');
    expect(line).toMatchObject({ route: endpoint.path, status: 405, method: 'PUT' });
    await expectCounted(endpoint, 'PUT', 405);
  });
});

describe('a name in a path that cannot be decoded', () => {
  test.each(named.filter(({ key }) => key !== 'none'))('$id: is for key holders to know of', async (endpoint) => {
    const { answer, line } = await refuse(endpoint, addressOf(endpoint, { [lastParameter(endpoint.path)]: '%zz' }));
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    expect(line.route).toBe(endpoint.path);
  });

  test.each(named)('$id: is refused with the name of the parameter', async (endpoint) => {
    const parameter = lastParameter(endpoint.path);
    for (const broken of BROKEN) {
      const address = addressOf(endpoint, { site: tenant.site.id, [parameter]: broken });
      const { answer, line } = await refuse(endpoint, address, { ...keyOf(endpoint), Origin: tenant.site.origins[0]! });
      const errors = [{ parameter, detail: 'must be percent-encoded UTF-8' }];
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors, instance: address } });
      if (endpoint.key === 'user') expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
      expect(line.route).toBe(endpoint.path);
    }
  });

  test('meets nothing where nothing is', async () => {
    expect(await ask(`${service.url}/nothing/%zz`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('a value in a query that cannot be decoded', () => {
  const queries = endpoints.flatMap((endpoint) =>
    Object.keys(endpoint.query.shape).map((parameter) => ({ endpoint, parameter, id: endpoint.id })),
  );

  test.each(queries)('$id: $parameter is refused by its name', async ({ endpoint, parameter }) => {
    for (const broken of [...BROKEN, 'a%ZZ', 'b+%']) {
      const address = `${addressOf(endpoint, { site: tenant.site.id })}?${parameter}=${broken}`;
      const headers = { ...keyOf(endpoint), Origin: tenant.site.origins[0]! };
      const { status, body } = (await refuse(endpoint, address, headers)).answer;
      expect([status, body.code]).toEqual([400, 'invalid_request']);
      expect(body.errors).toContainEqual({ parameter, detail: 'must be percent-encoded UTF-8' });
    }
  });

  test('is ignored where nobody asks for its name', async () => {
    expect((await reader.get('/v1/badges?other=%FF&%zz=1&%')).status).toBe(200);
    expect((await reader.get('/v1/resources?other=%FF&%zz=1&gameSlug=100%25')).status).toBe(200);
  });
});
