import {
  createDocument,
  createSchema,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import type { Endpoint, KeyNeed } from '../../contract/endpoint.ts';
import { Problem } from '../../contract/problems.ts';
import type { AnswerExamples } from './answer-examples.ts';
import { headerComponents, headersOf } from './headers.ts';
import { plainParameters } from './plain-parameters.ts';
import { ANY_ADDRESS, anyAddressResponse, problemResponses } from './problem-responses.ts';

const DESCRIPTION = `Votes for game servers, and the content of the platform around them.

**Keys.** Every request carries an API key in the \`X-API-KEY\` header: a vote key for \`/vote\`, a user key for \`/v1\`.
The \`/sites\` addresses are for browsers and need none; there the \`Origin\` header decides.

**Errors** are problem details (RFC 9457, \`application/problem+json\`) with a stable \`code\`; [each code and its cure](/docs/problems)
has its place on one page. An address where there is nothing answers 404 \`not_found\`; another method than an address has, 405
\`method_not_allowed\` with an \`Allow\` header. What every operation can answer beside its own answers is listed there as the default: 500
\`internal_error\` for a fault of the service, 400 \`invalid_request\` for what is not valid HTTP or has no \`Host\`, 408 \`request_timeout\` for what
takes too long to arrive, and 431 \`headers_too_large\`.

**Limits.** A network (an IPv4 address, or an IPv6 /64) votes once per server in 12 hours; a vote key counts at most 30 votes in any 60 seconds.
The headers of an answer tell what is left.`;

const TAGS: readonly oas31.TagObject[] = [
  { name: 'Voting', description: 'Cast and check votes with a vote key, from your own server or application.' },
  { name: 'Sites', description: 'Cast and check votes from the browser of a visitor. No key; the origin decides.' },
  { name: 'Content', description: 'Read resources, teams, users, posts, badges and categories with a user key.' },
  { name: 'Operations', description: 'For the machines that run and watch the service.' },
];

const SECURITY: Record<KeyNeed, oas31.SecurityRequirementObject[]> = {
  vote: [{ voteKey: [] }],
  user: [{ userKey: [] }],
  none: [],
};

/** The OpenAPI 3.1 document of these endpoints. Nothing in it depends on when or where it is made. */
export function buildDocument(
  endpoints: readonly Endpoint[],
  version: string,
  examples: AnswerExamples,
): oas31.OpenAPIObject {
  const tags = new Set(endpoints.map((endpoint) => endpoint.tag));
  const keys = new Set(endpoints.map((endpoint) => endpoint.key));
  const paths = pathsOf(endpoints, examples);
  const responses = { [ANY_ADDRESS]: anyAddressResponse() };
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: { title: 'Server Vote', version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/', description: 'The service that this document came from.' }],
      tags: TAGS.filter((tag) => tags.has(tag.name)),
      paths,
      components: {
        schemas: createSchema(Problem, { opts: { override: withoutNoise } }).components,
        responses,
        headers: headerComponents(JSON.stringify([paths, responses])),
        securitySchemes: {
          ...(keys.has('vote') ? { voteKey: keyScheme('A vote key, `vk_...`.') } : {}),
          ...(keys.has('user') ? { userKey: keyScheme('A user key, `uk_...`.') } : {}),
        },
      },
    },
    { override: withoutNoise },
  );
  return plainParameters(document);
}

/** Bounds and patterns that only repeat what the type or the format says. */
const withoutNoise: ZodOpenApiOverride = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
};

function keyScheme(description: string): oas31.SecuritySchemeObject {
  return { type: 'apiKey', in: 'header', name: 'X-API-KEY', description };
}

function pathsOf(endpoints: readonly Endpoint[], examples: AnswerExamples): ZodOpenApiPathsObject {
  const paths: Record<string, Partial<Record<'get' | 'post', ZodOpenApiOperationObject>>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, examples),
    };
  }
  return paths;
}

function operationOf(endpoint: Endpoint, examples: AnswerExamples): ZodOpenApiOperationObject {
  const { id, tag, summary, description, key, params, query, headers, body } = endpoint;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: SECURITY[key],
    requestParams: { path: params, query, header: headers },
    ...(body === null ? {} : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: {
        description: endpoint.answer.meta()?.description ?? 'Success.',
        headers: headersOf(['X-Request-Id', ...endpoint.answerHeaders]),
        content: { [endpoint.answerType ?? 'application/json']: { schema: endpoint.answer, example: examples[id] } },
      },
      ...notModified(endpoint),
      ...problemResponses(endpoint),
      default: { $ref: `#/components/responses/${ANY_ADDRESS}` },
    },
  };
}

function notModified(endpoint: Endpoint): Record<string, oas31.ResponseObject> {
  if (!Object.hasOwn(endpoint.headers.shape, 'if-none-match')) return {};
  return {
    304: {
      description: 'What the client has is current.',
      headers: headersOf(['X-Request-Id', ...endpoint.answerHeaders]),
    },
  };
}
