/** A response header as the reference describes it. */
export interface ResponseHeader {
  readonly description: string;
  readonly type: 'string' | 'integer';
  readonly example: string | number;
  /** It is on every answer that names it. */
  readonly required?: true;
}

/** Every response header that an endpoint or a problem can name, in the spelling of the wire. */
export const RESPONSE_HEADERS: Readonly<Record<string, ResponseHeader>> = {
  'X-Request-Id': {
    description: 'Names this request in the log of the service; the requestId of a problem.',
    type: 'string',
    example: 'Jq3fXb0T-1a2',
    required: true,
  },
  'Vote-Id': {
    description: 'Names the counted vote for ever. A replay carries the same one.',
    type: 'string',
    example: '1795860000000-0',
    required: true,
  },
  'Idempotency-Replayed': {
    description: 'There, and true, when this is the first success of the same Idempotency-Key once more.',
    type: 'string',
    example: 'true',
  },
  'RateLimit-Policy': {
    description: 'The quota that applies: its name, q requests in w seconds.',
    type: 'string',
    example: '"votes";q=30;w=60',
  },
  RateLimit: {
    description: 'What is left of the quota: r now, and t seconds until more is.',
    type: 'string',
    example: '"votes";r=29;t=60',
  },
  'X-RateLimit-Limit': { description: 'The quota of a minute.', type: 'integer', example: 30 },
  'X-RateLimit-Remaining': { description: 'What is left of the quota now.', type: 'integer', example: 29 },
  'X-RateLimit-Reset': {
    description: 'When more of the quota is left, in seconds since 1970.',
    type: 'integer',
    example: 1795860060,
  },
  'Retry-After': {
    description: 'Whole seconds to wait, at least 1. A client that waits exactly that long succeeds.',
    type: 'integer',
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    type: 'string',
    example: 'ApiKey realm="server-vote", header="X-API-KEY"',
    required: true,
  },
  ETag: {
    description: 'Strong validator of this answer, for If-None-Match.',
    type: 'string',
    example: '"q8Vt0w"',
    required: true,
  },
  'Content-Version': {
    description: 'Version of the content as a whole. It changes with every import.',
    type: 'string',
    example: '7',
    required: true,
  },
  Link: {
    description:
      'Addresses of the neighbouring pages (RFC 8288): first, prev, next, last; where filters are very long only those that a walk needs.',
    type: 'string',
    example: '</v1/teams?page=2&limit=20>; rel="next"',
  },
};
