import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { Now, PublicServer } from './public-server.ts';
import { shortText } from './short-text.ts';

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

/** The voter's name in the game: 1 to 64 characters after NFC and trimming, none of them control or invisible. */
export const Username = shortText(INVISIBLE, 'control or invisible').meta({
  description: 'Name of the voter in the game, 1 to 64 characters, for rewards.',
  example: 'mirelle',
});

const ServerId = z
  .guid('must be a UUID')
  .transform((text) => text.toLowerCase())
  .meta({ description: 'Server UUID.', example: '0b9f0e6a-58f5-4d0c-9a3f-3f6c2a7f5f10' });
const Slug = z.string().min(1, 'must not be empty').meta({ description: 'Server slug.', example: 'aurora-skyblock' });
const Name = z.string().min(1, 'must not be empty').meta({ description: 'Server name.', example: 'Aurora Skyblock' });

/** Which server: the first of serverId, slug, name that is present decides. `null` is absent. */
export const ServerSelector = z.object({
  serverId: ServerId.nullish(),
  slug: Slug.nullish(),
  name: Name.nullish(),
});
export type ServerSelector = z.infer<typeof ServerSelector>;

export const VoteRequest = ServerSelector.extend({ username: Username.nullish() }).meta({
  id: 'VoteRequest',
  description:
    'The server to vote for, by serverId, else slug, else name; and the name of the voter, if rewards need it.',
});
export type VoteRequest = z.infer<typeof VoteRequest>;

const NextVoteAt = z.iso.datetime({ precision: 3 }).meta({
  description: 'ISO 8601 in UTC with milliseconds: the moment from which this network may vote again.',
  example: '2026-11-28T10:00:00.000Z',
});
const Votes = z.int().nonnegative().meta({ description: 'All votes of the server so far.', example: 1284 });

export const VoteResult = z
  .object({ success: z.boolean(), votes: Votes, nextVoteAt: NextVoteAt, message: z.string() })
  .meta({ id: 'VoteResult' });
export type VoteResult = z.infer<typeof VoteResult>;

export const Eligibility = z
  .object({
    canVote: z.boolean(),
    nextVoteAt: NextVoteAt.nullable().meta({ description: 'null when the address may vote now.' }),
    serverVotes: Votes,
  })
  .meta({ id: 'Eligibility' });
export type Eligibility = z.infer<typeof Eligibility>;

const Requested = z.string().meta({ description: 'The slug or id that was asked for.' });

/** Why one server of a batch check has no answer: the short form of a problem. */
export const UncheckedServer = z
  .object({
    requested: Requested,
    status: z.int(),
    code: z.enum(['server_not_found', 'server_not_allowed']),
    title: z.string(),
  })
  .meta({ id: 'UncheckedServer' });

export const CheckedServer = Eligibility.extend({ requested: Requested }).meta({ id: 'CheckedServer' });

/** What signed requests are told beside: all that a proxy needs to answer a visitor's browser. */
const ForVisitors = { now: Now.optional(), server: PublicServer.optional() };
const WhenSigned = 'Answers to signed requests also carry now and the server, for the browser of the visitor.';

export const CheckedServers = z
  .object({
    now: Now.optional(),
    results: z
      .array(z.union([CheckedServer.extend({ server: PublicServer.optional() }), UncheckedServer]))
      .meta({ description: 'In the order of the request.' }),
  })
  .meta({ id: 'CheckedServers' });
export type CheckedServers = z.infer<typeof CheckedServers>;

const Ip = z
  .string()
  .min(1, 'must not be empty')
  .meta({ description: 'The IP address to check: one plain IPv4 or IPv6 address.', example: '203.0.113.7' });

/** Servers of a batch check: each a slug or an id. */
export const ServerList = z
  .array(Slug)
  .min(1, 'name at least one server')
  .max(50, 'name at most 50 servers')
  .meta({ description: 'Slug or id of a server; repeat it for up to 50 servers.', example: ['aurora-skyblock'] });

export const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 visible ASCII characters')
  .meta({ description: 'Makes a retry safe: the same request is answered with its first success for 12 hours.' });

const SignatureHeaders = z.object({
  'x-vote-client-ip': z.string().optional().meta({
    description: "The visitor's address, for keys with attestation.",
    example: '203.0.113.7',
  }),
  'x-vote-signature': z.string().optional().meta({
    description: '`t=<unix seconds>,v1=<hex HMAC-SHA256>` over `t.METHOD.path?query.ip.sha256(body)`.',
  }),
});

const KEY_ERRORS = [
  'invalid_key',
  'wrong_key_kind',
  'too_many_requests',
  'store_unavailable',
  'attestation_not_granted',
  'invalid_signature',
] as const;
const NONE = z.object({});

/** POST /vote: casts one vote. */
export const castVoteEndpoint = defineEndpoint({
  id: 'castVote',
  method: 'POST',
  path: '/vote',
  key: 'vote',
  tag: 'Voting',
  summary: 'Cast one vote for a server',
  description:
    'Counts one vote per IP address (IPv6: per /64) and server every 12 hours, and at most 30 counted votes a minute per key. ' +
    'Only counted votes spend the quota. A refusal for an earlier vote is 429 already_voted and carries the whole vote result. ' +
    WhenSigned,
  params: NONE,
  query: NONE,
  headers: SignatureHeaders.extend({ 'idempotency-key': IdempotencyKey.optional() }),
  body: VoteRequest,
  answer: VoteResult.extend(ForVisitors).meta({ id: 'CastVoteAnswer' }),
  answerHeaders: [
    'Vote-Id',
    'Idempotency-Replayed',
    'RateLimit-Policy',
    'RateLimit',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ],
  errors: [
    ...KEY_ERRORS,
    'invalid_request',
    'invalid_ip',
    'server_required',
    'ambiguous_name',
    'server_not_allowed',
    'server_not_found',
    'payload_too_large',
    'unsupported_media_type',
    'already_voted',
    'rate_limited',
    'clock_skew',
    'eviction_policy',
    'proxy_not_trusted',
  ],
});

/** GET /vote/check: may this address vote for this server? */
export const checkVoteEndpoint = defineEndpoint({
  id: 'checkVote',
  method: 'GET',
  path: '/vote/check',
  key: 'vote',
  tag: 'Voting',
  summary: 'Ask whether an IP address may vote for a server',
  description: `Spends nothing. nextVoteAt is null when the address may vote now. ${WhenSigned}`,
  params: NONE,
  query: ServerSelector.extend({ ip: Ip }),
  headers: SignatureHeaders,
  body: null,
  answer: Eligibility.extend(ForVisitors).meta({ id: 'CheckVoteAnswer' }),
  answerHeaders: ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  errors: [
    ...KEY_ERRORS,
    'invalid_request',
    'invalid_ip',
    'server_required',
    'ambiguous_name',
    'server_not_allowed',
    'server_not_found',
    'clock_skew',
  ],
});

/** GET /vote/checks: the same for up to 50 servers. */
export const checkVotesEndpoint = defineEndpoint({
  id: 'checkVotes',
  method: 'GET',
  path: '/vote/checks',
  key: 'vote',
  tag: 'Voting',
  summary: 'Ask for up to 50 servers at once whether an IP address may vote',
  description: `Answers in the order of the request; a server that cannot be answered for carries a code instead. ${WhenSigned}`,
  params: NONE,
  query: z.object({ server: ServerList, ip: Ip }),
  headers: SignatureHeaders,
  body: null,
  answer: CheckedServers,
  answerHeaders: ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  errors: [...KEY_ERRORS, 'invalid_request', 'invalid_ip', 'clock_skew'],
});
