import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { seedDemo } from '../../server/accounts/seed-demo.ts';
import { type Answer, ask } from '../../server/testing/api-client.ts';
import { randomIp } from '../../server/testing/tenant.ts';
import { startTestService, type TestService } from '../../server/testing/test-service.ts';
import { readAnswerExamples } from './answer-examples.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CONTENT = resolve(ROOT, 'demo/content');
const examples = readAnswerExamples(CONTENT);
const api = JSON.parse(readFileSync(resolve(ROOT, 'docs/openapi.json'), 'utf8'));

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: { readonly example?: unknown; readonly examples?: readonly unknown[] };
}

describe('the examples of the document', () => {
  let service: TestService;
  let site: string;
  let keys: { readonly vote: string; readonly user: string };
  beforeAll(async () => {
    service = await startTestService();
    const publicUrl = 'https://votes.example.com';
    const seeded = await seedDemo({
      stores: service.stores,
      publicUrl,
      contentDir: CONTENT,
      nowMs: service.clock.nowMs,
    });
    if (seeded.keys === null) throw new Error('A new demo has new keys.');
    site = seeded.site;
    keys = seeded.keys;
  });
  afterAll(() => service.close());

  /** Asks with every example that the operation has for its parameters; the site of a demo is a new one each time. */
  function askAsShown({ path, method, key }: Endpoint): Promise<Answer> {
    const { parameters = [], requestBody } = api.paths[path][method.toLowerCase()];
    const shown = parameters.map((parameter: Parameter) => ({ ...parameter, example: exampleOf(parameter) }));
    const inPath = Object.fromEntries(
      shown.map(({ name, example }: { name: string; example: unknown }) => [name, example]),
    );
    const address = path.replaceAll(/\{(\w+)\}/g, (_all, name) => (name === 'site' ? site : String(inPath[name])));
    const query = new URLSearchParams();
    for (const { name, in: place, example } of shown) {
      if (place === 'query' && example !== undefined) query.set(name, String(example));
    }
    const { properties = {} } = requestBody ? api.components.schemas.VoteRequest : {};
    const body =
      requestBody &&
      Object.fromEntries(
        Object.entries<{ example?: unknown; anyOf?: { example?: unknown }[] }>(properties).map(([name, schema]) => [
          name,
          schema.example ?? schema.anyOf?.[0]?.example,
        ]),
      );
    return ask(`${service.url}${address}?${query}`, {
      method,
      headers: {
        'X-Forwarded-For': randomIp(),
        Origin: 'https://votes.example.com',
        ...(key === 'none' ? {} : { 'X-API-KEY': keys[key] }),
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  test.each(endpoints)('$id: those of its parameters lead to an answer on the demo', async (endpoint) => {
    expect((await askAsShown(endpoint)).status).toBe(200);
  });

  test.each(endpoints.filter(({ path }) => path.includes('/v1/')))(
    '$id: its answer is that of the demo',
    async (endpoint) => {
      expect((await askAsShown(endpoint)).body).toEqual(examples[endpoint.id]);
    },
  );

  test('the servers in the others are those of the demo, and each fits its schema', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(api, 'openapi.json');
    const servers = readFileSync(resolve(CONTENT, 'servers.ndjson'), 'utf8');
    for (const { id, path, method } of endpoints) {
      const { content } = api.paths[path][method.toLowerCase()].responses[200];
      const [[type, { example }]] = Object.entries<{ example: unknown }>(content) as [[string, { example: unknown }]];
      const pointer = ['paths', path, method.toLowerCase(), 'responses', '200', 'content', type, 'schema'];
      const check = ajv.getSchema(`openapi.json#/${pointer.map(escapePointer).join('/')}`);
      expect(check?.(example), `${id}: ${JSON.stringify(check?.errors)}`).toBe(true);
      expect(example).toEqual(JSON.parse(JSON.stringify(examples[id])));
      for (const [, slug] of JSON.stringify(example).matchAll(/"requested":"([^"]+)"/g)) {
        expect(servers).toContain(`"slug":"${slug}"`);
      }
      for (const [, server] of JSON.stringify(example).matchAll(/"server":(\{[^}]+\})/g)) {
        expect(servers).toContain(server);
      }
    }
  });
});

function exampleOf({ schema }: Parameter): unknown {
  return schema.example ?? schema.examples?.[0];
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
