import { z } from 'zod';
import { PublicServer } from './public-server.ts';

/**
 * Every problem this service can answer with: its stable code, HTTP status, title, and a sentence that names the cure.
 * The answer's `detail` may be more precise than the sentence here. Source: RFC 9457, and docs/decisions.
 */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    cure: 'Right the members named in errors and send the request again.',
  },
  invalid_ip: {
    status: 400,
    title: 'The IP address is not valid',
    cure: 'Send one plain IPv4 or IPv6 address: no port, no zone, no range, no leading zeros.',
  },
  server_required: {
    status: 400,
    title: 'No server was named',
    cure: 'Name the server by serverId, slug or name.',
  },
  ambiguous_name: {
    status: 400,
    title: 'Several servers have this name',
    cure: 'Name the server by serverId or slug; the candidates are listed.',
  },
  invalid_key: {
    status: 401,
    title: 'The API key is missing or not valid',
    cure: 'Send a valid API key in the X-API-KEY header.',
  },
  wrong_key_kind: {
    status: 403,
    title: 'This key is of the wrong kind',
    cure: 'Use a vote key for /vote and a user key for /v1.',
  },
  server_not_allowed: {
    status: 403,
    title: 'This server belongs to another account',
    cure: "Use a key of the server's own account.",
  },
  attestation_not_granted: {
    status: 403,
    title: 'This key may not name visitors',
    cure: 'Ask the operator for a key with attestation, or send no X-Vote-Signature.',
  },
  invalid_signature: {
    status: 403,
    title: 'The signature is not valid',
    cure: 'Sign the request as sent, with this key, no more than 300 seconds ago.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'This website may not use this site',
    cure: "Add the website's origin to the site's allowed origins.",
  },
  not_found: { status: 404, title: 'There is nothing here', cure: 'See /docs for the addresses of this service.' },
  server_not_found: {
    status: 404,
    title: 'There is no such server',
    cure: "Check the server's id, slug or name.",
  },
  resource_not_found: {
    status: 404,
    title: 'There is no such resource',
    cure: "Check the resource's id or slug, and gameSlug where one was sent.",
  },
  team_not_found: { status: 404, title: 'There is no such team', cure: "Check the team's id or slug." },
  user_not_found: {
    status: 404,
    title: 'There is no such user',
    cure: 'Check the username, upper and lower case too.',
  },
  post_not_found: { status: 404, title: 'There is no such blog post', cure: "Check the post's slug." },
  badge_not_found: { status: 404, title: 'There is no such badge', cure: "Check the badge's id." },
  category_not_found: {
    status: 404,
    title: 'There is no such category',
    cure: "Check the category's id or slug, and gameSlug where one was sent.",
  },
  site_not_found: { status: 404, title: 'There is no such site', cure: "Check the site's id in the snippet." },
  method_not_allowed: {
    status: 405,
    title: 'This method is not allowed here',
    cure: 'Use one of the methods that the Allow header lists.',
  },
  payload_too_large: {
    status: 413,
    title: 'The request body is too large',
    cure: 'Send at most 4096 bytes.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    cure: 'Send the whole request within 15 seconds, its headers within 10.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers of the request are too large',
    cure: 'Send at most 16 KiB of headers, the address included.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'This media type is not supported',
    cure: 'Send JSON in UTF-8, uncompressed, with Content-Type: application/json.',
  },
  already_voted: {
    status: 429,
    title: 'This network has already voted for this server',
    cure: 'Vote again at nextVoteAt.',
  },
  rate_limited: {
    status: 429,
    title: 'This key has spent its votes of this minute',
    cure: 'Wait as long as Retry-After says.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    cure: 'Wait as long as Retry-After says.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    cure: 'Tell the operator the requestId.',
  },
  store_unavailable: {
    status: 503,
    title: 'The store cannot be reached',
    cure: 'Nothing was lost; try again after Retry-After.',
  },
  upstream_unavailable: {
    status: 503,
    title: 'The voting service cannot be reached',
    cure: 'Nothing was lost; try again after Retry-After.',
  },
  proxy_misconfigured: {
    status: 503,
    title: 'The voting service does not take this website',
    cure: "The operator finds the reason in the proxy's log: most often a key that ended or has no attestation.",
  },
  not_ready: {
    status: 503,
    title: 'Votes cannot be counted now',
    cure: 'The operator finds the reason and the cure in detail, and in server-vote doctor.',
  },
  clock_skew: {
    status: 503,
    title: 'The clocks of this service disagree',
    cure: 'The operator has to set the clocks of the service and of its store right.',
  },
  eviction_policy: {
    status: 503,
    title: 'The store may forget votes',
    cure: 'The operator has to set maxmemory-policy noeviction on Redis.',
  },
  proxy_not_trusted: {
    status: 503,
    title: 'The proxy in front of this service is not trusted yet',
    cure: "The operator has to set TRUST_PROXY to the proxy's address, or every visitor would be one voter.",
  },
} as const satisfies Record<string, { status: number; title: string; cure: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}

/** One fault in a request: a JSON pointer into the body, or the name of a query parameter or header, and what is wrong with it. */
export const ProblemFault = z
  .object({
    pointer: z.string().optional().meta({ description: 'JSON pointer (RFC 6901) into the body.' }),
    parameter: z.string().optional().meta({ description: 'Name of the query, path or header parameter.' }),
    detail: z.string(),
  })
  .meta({ id: 'ProblemFault', description: 'One fault in the request.' });
export type ProblemFault = z.infer<typeof ProblemFault>;

/** RFC 9457 problem details with a stable `code`. The vote members are there when the vote itself was refused. */
export const Problem = z
  .object({
    type: z.string().meta({ description: 'Address of the page that explains this code.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().meta({ description: 'Path of the request, without its query.' }),
    code: z.literal(Object.keys(PROBLEMS).filter(isProblemCode)),
    requestId: z.string(),
    errors: z.array(ProblemFault).optional(),
    retryAfter: z.int().optional().meta({ description: 'Seconds to wait, as in the Retry-After header.' }),
    nextVoteAt: z.iso.datetime().nullable().optional(),
    success: z.literal(false).optional(),
    votes: z.int().optional(),
    message: z.string().optional(),
    now: z.iso.datetime().optional(),
    server: PublicServer.optional(),
    candidates: z.array(z.object({ id: z.string(), slug: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' });
export type Problem = z.infer<typeof Problem>;
