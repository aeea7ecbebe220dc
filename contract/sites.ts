import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { Now, PublicServer } from './public-server.ts';
import { OriginHeader, SiteParams } from './site-parts.ts';
import {
  CheckedServer,
  Eligibility,
  ServerList,
  ServerSelector,
  UncheckedServer,
  VoteRequest,
  VoteResult,
} from './vote.ts';

const SITE_ERRORS = [
  'invalid_request',
  'origin_not_allowed',
  'site_not_found',
  'too_many_requests',
  'store_unavailable',
  'clock_skew',
  'proxy_not_trusted',
  'upstream_unavailable',
  'proxy_misconfigured',
] as const;

export const SiteVoteResult = VoteResult.extend({ now: Now, server: PublicServer }).meta({ id: 'SiteVoteResult' });
export type SiteVoteResult = z.infer<typeof SiteVoteResult>;
export const SiteEligibility = Eligibility.extend({ now: Now, server: PublicServer }).meta({ id: 'SiteEligibility' });
export type SiteEligibility = z.infer<typeof SiteEligibility>;

export const SiteCheckedServers = z
  .object({
    now: Now,
    results: z
      .array(
        z.union([CheckedServer.extend({ server: PublicServer }).meta({ id: 'SiteCheckedServer' }), UncheckedServer]),
      )
      .meta({ description: 'In the order of the request.' }),
  })
  .meta({ id: 'SiteCheckedServers' });
export type SiteCheckedServers = z.infer<typeof SiteCheckedServers>;

/** POST /sites/{site}/vote: the vote of a visitor's browser. */
export const castSiteVoteEndpoint = defineEndpoint({
  id: 'castSiteVote',
  method: 'POST',
  path: '/sites/{site}/vote',
  key: 'none',
  tag: 'Sites',
  summary: 'Cast the vote of a visitor',
  description:
    'For pages that embed the widget. Needs no key: the Origin header has to be one of the origins of the site, and the voter is the address that asks.',
  params: SiteParams,
  query: z.object({}),
  headers: OriginHeader,
  body: VoteRequest,
  answer: SiteVoteResult,
  answerHeaders: [
    'Vote-Id',
    'RateLimit-Policy',
    'RateLimit',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ],
  errors: [
    ...SITE_ERRORS,
    'invalid_ip',
    'server_required',
    'ambiguous_name',
    'server_not_allowed',
    'server_not_found',
    'payload_too_large',
    'unsupported_media_type',
    'already_voted',
    'rate_limited',
    'eviction_policy',
  ],
});

/** GET /sites/{site}/vote/check: may the visitor vote? */
export const checkSiteVoteEndpoint = defineEndpoint({
  id: 'checkSiteVote',
  method: 'GET',
  path: '/sites/{site}/vote/check',
  key: 'none',
  tag: 'Sites',
  summary: 'Ask whether the visitor may vote for a server',
  description: 'The address that is checked is the one that asks; none can be named.',
  params: SiteParams,
  query: ServerSelector,
  headers: OriginHeader,
  body: null,
  answer: SiteEligibility,
  answerHeaders: ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  errors: [...SITE_ERRORS, 'invalid_ip', 'server_required', 'ambiguous_name', 'server_not_allowed', 'server_not_found'],
});

/** GET /sites/{site}/vote/checks: the same for up to 50 servers. */
export const checkSiteVotesEndpoint = defineEndpoint({
  id: 'checkSiteVotes',
  method: 'GET',
  path: '/sites/{site}/vote/checks',
  key: 'none',
  tag: 'Sites',
  summary: 'Ask for up to 50 servers at once whether the visitor may vote',
  description: 'Answers in the order of the request; a server that cannot be answered for carries a code instead.',
  params: SiteParams,
  query: z.object({ server: ServerList }),
  headers: OriginHeader,
  body: null,
  answer: SiteCheckedServers,
  answerHeaders: ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  errors: [...SITE_ERRORS, 'invalid_ip'],
});
