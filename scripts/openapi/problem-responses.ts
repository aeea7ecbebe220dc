import type { oas31 } from 'zod-openapi';
import type { Endpoint } from '../../contract/endpoint.ts';
import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts';
import { headersOf } from './headers.ts';

const LIMIT_HEADERS = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
/** Where the answers of every operation are described. */
export const ANY_ADDRESS = 'AnyAddress';
const ANY_ADDRESS_CODES: readonly ProblemCode[] = [
  'invalid_request',
  'request_timeout',
  'headers_too_large',
  'internal_error',
];
const NEXT_VOTE_AT = '2026-11-28T10:00:00.000Z';

/** What the example of a code has beyond the members that every problem has. */
const EXAMPLE_MEMBERS: Partial<Record<ProblemCode, Record<string, unknown>>> = {
  invalid_request: { errors: [{ pointer: '/serverId', detail: 'must be a UUID' }] },
  invalid_ip: { errors: [{ parameter: 'ip', detail: 'must be one plain IPv4 or IPv6 address' }] },
  ambiguous_name: {
    candidates: [
      { id: '0b9f0e6a-58f5-4d0c-9a3f-3f6c2a7f5f10', slug: 'aurora-skyblock' },
      { id: '5d1f7c1e-2f6b-4b0e-8f57-0d7f0a4f9d42', slug: 'aurora-skyblock-2' },
    ],
  },
  already_voted: {
    success: false,
    votes: 1284,
    nextVoteAt: NEXT_VOTE_AT,
    message: `Someone on this network has already voted for Aurora Skyblock. The next vote is possible at ${NEXT_VOTE_AT}.`,
  },
  rate_limited: { retryAfter: 12 },
  too_many_requests: { retryAfter: 12 },
  store_unavailable: { retryAfter: 1 },
  not_ready: { retryAfter: 1 },
  clock_skew: { retryAfter: 30 },
  eviction_policy: { retryAfter: 30 },
};

/** The error answers of an endpoint, one for each status, with an example for each code. */
export function problemResponses(endpoint: Endpoint): Record<string, oas31.ResponseObject> {
  const statuses = [...new Set(endpoint.errors.map((code) => PROBLEMS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      responseOf(
        endpoint,
        endpoint.errors.filter((code) => PROBLEMS[code].status === status),
      ),
    ]),
  );
}

/** What every operation can answer, whatever it is. */
export function anyAddressResponse(): oas31.ResponseObject {
  const place = { path: '/', answerHeaders: [], key: 'none' as const };
  return responseOf(place, ANY_ADDRESS_CODES);
}

type Place = Pick<Endpoint, 'path' | 'answerHeaders' | 'key'>;

function responseOf(endpoint: Place, codes: readonly ProblemCode[]): oas31.ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
    headers: headersOf(headerNames(endpoint, codes)),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(endpoint, code)])),
      },
    },
  };
}

function exampleOf(endpoint: Place, code: ProblemCode): oas31.ExampleObject {
  const { status, title, cure } = PROBLEMS[code];
  return {
    summary: title,
    value: {
      type: `/docs/problems#${code}`,
      title,
      status,
      detail: cure,
      instance: endpoint.path,
      code,
      requestId: 'Jq3fXb0T-1a2',
      ...EXAMPLE_MEMBERS[code],
    },
  };
}

function headerNames(endpoint: Place, codes: readonly ProblemCode[]): string[] {
  // The quota of a vote key tells of itself where it decides; that of a user key on everything after the check of the key.
  const ofKey = endpoint.key === 'user' && !codes.includes('invalid_key') && !codes.includes('wrong_key_kind');
  const limited = ofKey || codes.includes('already_voted') || codes.includes('rate_limited');
  return [
    'X-Request-Id',
    ...(codes.includes('invalid_key') ? ['WWW-Authenticate'] : []),
    ...(codes.some((code) => EXAMPLE_MEMBERS[code]?.retryAfter !== undefined) ? ['Retry-After'] : []),
    ...(limited ? LIMIT_HEADERS.filter((name) => endpoint.answerHeaders.includes(name)) : []),
  ];
}
