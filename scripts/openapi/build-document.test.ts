import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { PROBLEMS } from '../../contract/problems.ts';
import { readAnswerExamples } from './answer-examples.ts';
import { buildDocument } from './build-document.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'));
const examples = readAnswerExamples(resolve(ROOT, 'demo/content'));
const document = JSON.parse(JSON.stringify(buildDocument(endpoints, version, examples)));

const problemAnswers = endpoints.flatMap((endpoint) =>
  endpoint.errors.map((code) => ({ endpoint, code, status: PROBLEMS[code].status })),
);

describe('OpenAPI document', () => {
  test('docs/openapi.json is what the contract says; `npm run openapi` writes it', () => {
    const committed = JSON.parse(readFileSync(resolve(ROOT, 'docs/openapi.json'), 'utf8'));
    expect(committed).toEqual(document);
  });

  test('every operationId and every method on a path is there once', () => {
    const ids = endpoints.map((endpoint) => endpoint.id);
    const places = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(places).size).toBe(places.length);
    expect(operationIds()).toEqual([...ids].sort());
  });

  test.each(problemAnswers)('$endpoint.id $status: the example of $code fits the schema of the answer', (answer) => {
    const operation = document.paths[answer.endpoint.path][answer.endpoint.method.toLowerCase()];
    const media = operation.responses[answer.status].content['application/problem+json'];
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi.json');
    const pointer = `/paths/${escapePointer(answer.endpoint.path)}/${answer.endpoint.method.toLowerCase()}/responses/${answer.status}`;
    const check = ajv.getSchema(`openapi.json#${pointer}/content/application~1problem+json/schema`);
    expect(check?.(media.examples[answer.code].value), JSON.stringify(check?.errors)).toBe(true);
    expect(check?.({ ...media.examples[answer.code].value, code: 'no_such_code' })).toBe(false);
  });

  test('every operation has an example of its answer, and lists what any address answers as the default', () => {
    const { AnyAddress } = document.components.responses;
    for (const { responses, operationId } of operations()) {
      const [media] = Object.values(responses[200]?.content ?? {});
      expect(media?.example, operationId).toBeDefined();
      expect(responses.default).toEqual({ $ref: '#/components/responses/AnyAddress' });
    }
    const codes = Object.keys(AnyAddress.content['application/problem+json'].examples);
    expect(codes).toEqual(['invalid_request', 'request_timeout', 'headers_too_large', 'internal_error']);
  });

  test('no parameter says null, and headers are spelled as people write them', () => {
    const parameters = operations().flatMap((operation) => operation.parameters ?? []);
    for (const parameter of parameters) {
      expect(JSON.stringify(parameter.schema)).not.toContain('null');
      expect(parameter.description, parameter.name).toBeTruthy();
      if (parameter.in === 'header') expect(parameter.name).toMatch(/^[A-Z]/);
    }
  });

  test('an operation asks for exactly the key that its endpoint needs', () => {
    for (const endpoint of endpoints) {
      const { security } = document.paths[endpoint.path][endpoint.method.toLowerCase()];
      const expected = { vote: [{ voteKey: [] }], user: [{ userKey: [] }], none: [] }[endpoint.key];
      expect(security).toEqual(expected);
    }
  });
});

/** An answer of an operation, or a reference to one that several have. */
interface Answer {
  readonly content?: { readonly [type: string]: { readonly example?: unknown } };
}

interface Operation {
  readonly operationId: string;
  readonly responses: { readonly [status: string]: Answer };
  readonly parameters?: readonly { name: string; in: string; description?: string; schema: unknown }[];
}

function operations(): Operation[] {
  return Object.values<Record<string, Operation>>(document.paths).flatMap((item) => Object.values(item));
}

function operationIds(): string[] {
  return operations()
    .map((operation) => operation.operationId)
    .sort();
}

function escapePointer(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
}
