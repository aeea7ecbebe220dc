export type { ResourcePage } from './content.ts';
export type { Resource } from './content-records.ts';
export type { Problem, ProblemCode } from './problems.ts';
export type { PublicServer } from './public-server.ts';
export type { SiteCheckedServers, SiteEligibility, SiteVoteResult } from './sites.ts';
export type { Eligibility, VoteRequest, VoteResult } from './vote.ts';
