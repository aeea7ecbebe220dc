import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { Problem, type ProblemCode } from '../../contract/problems.ts';
import { SiteCheckedServers, SiteEligibility, SiteVoteResult } from '../../contract/sites.ts';
import { ApiError } from '../errors.ts';
import type { IpAddress } from '../ip-address.ts';
import type { KeyWindow } from '../store/vote-store.ts';
import { signRequest } from '../vote/attested-address.ts';
import type { SiteGateway, VisitorDecision, VisitorListItem, VisitorVote } from './gateway.ts';

export interface RemoteGatewayOptions {
  /** Origin of the voting service, without a trailing slash. */
  readonly upstream: string;
  /** A vote key with attestation, and its hex SHA-256. */
  readonly voteKey: string;
  readonly voteKeyHash: string;
  /** The clock that signatures are made by, in milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Receives what the operator has to right, a sentence each; never a key. */
  readonly onFault: (message: string, cause?: unknown) => void;
}

/** An answer of the voting service. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly visitor: IpAddress;
  readonly body?: string;
}

/** The service itself answers in under 1.5 s whatever happens. */
const TIMEOUT_MS = 2000;

/** Problems that tell a visitor's page something; every other one is for the operator. */
const PASSED_ON: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'invalid_request',
  'invalid_ip',
  'server_required',
  'ambiguous_name',
  'server_not_found',
  'server_not_allowed',
  'too_many_requests',
  'store_unavailable',
  'clock_skew',
  'eviction_policy',
]);

/**
 * The gateway of a website's own proxy: signed requests to the voting service. Only the known fields travel there and only
 * the known ones come back. A request that was lost on the way is sent once more, under one Idempotency-Key; a refusal never is.
 */
export function createRemoteGateway(options: RemoteGatewayOptions): SiteGateway {
  const ask = (question: Question) => askUpstream(options, question);
  return {
    async castVote({ selector, visitor, username }) {
      const body = JSON.stringify({ ...selectorOf(selector), ...(username === null ? {} : { username }) });
      return decisionOf(options, await ask({ method: 'POST', url: '/vote', visitor, body }));
    },
    async checkVote({ selector, visitor }) {
      const query = new URLSearchParams({ ...selectorOf(selector), ip: addressOf(visitor) });
      const answer = await ask({ method: 'GET', url: `/vote/check?${query}`, visitor });
      const { now, server, ...eligibility } = readSuccess(options, SiteEligibility, answer);
      return { eligibility, server, nowMs: Date.parse(now), window: windowIn(answer.headers) };
    },
    async checkVotes({ requested, visitor }) {
      const query = new URLSearchParams({ ip: addressOf(visitor) });
      for (const name of requested) query.append('server', name);
      const answer = await ask({ method: 'GET', url: `/vote/checks?${query}`, visitor });
      const { now, results } = readSuccess(options, SiteCheckedServers, answer);
      const items = results.map((result): VisitorListItem => {
        if ('code' in result) {
          const { requested: name, ...refusal } = result;
          return { requested: name, refusal };
        }
        const { requested: name, server, ...eligibility } = result;
        return { requested: name, server, eligibility };
      });
      return { items, nowMs: Date.parse(now), window: windowIn(answer.headers) };
    },
  };
}

async function askUpstream(options: RemoteGatewayOptions, question: Question): Promise<Answer> {
  const { method, url, visitor, body } = question;
  const clientIp = addressOf(visitor);
  const signed = { method, url, clientIp, body: Buffer.from(body ?? '') };
  const headers = {
    'X-API-KEY': options.voteKey,
    'X-Vote-Client-IP': clientIp,
    'X-Vote-Signature': signRequest(signed, options.voteKeyHash, Math.floor(options.nowMs() / 1000)),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
  };
  const init = { method, headers, redirect: 'error' as const, ...(body === undefined ? {} : { body }) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetchJson(options.upstream + url, { ...init, signal });
  } catch (error) {
    if (signal.aborted) throw unreachable(options, error);
  }
  try {
    return await fetchJson(options.upstream + url, { ...init, signal });
  } catch (error) {
    throw unreachable(options, error);
  }
}

async function fetchJson(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function decisionOf(options: RemoteGatewayOptions, answer: Answer): VisitorDecision {
  const problem = answer.status === 429 ? Problem.safeParse(answer.body).data : undefined;
  if (problem?.code === 'rate_limited') {
    const window = { ...windowIn(answer.headers), resetMs: (problem.retryAfter ?? 1) * 1000 };
    return {
      status: 'rate_limited',
      nowMs: problem.now === undefined ? options.nowMs() : Date.parse(problem.now),
      window,
    };
  }
  const window = windowIn(answer.headers);
  if (problem?.code === 'already_voted') {
    const { now, server, ...result } = readAs(options, SiteVoteResult, answer.body);
    return { status: 'already_voted', result, server, nowMs: Date.parse(now), window };
  }
  const { now, server, ...result } = readSuccess(options, SiteVoteResult, answer);
  const voteId = answer.headers.get('vote-id') ?? '';
  return { status: 'counted', result, server, voteId, nowMs: Date.parse(now), window };
}

/** @throws ApiError the service's own problem where a page can do something with it. */
function readSuccess<Schema extends z.ZodType>(
  options: RemoteGatewayOptions,
  schema: Schema,
  answer: Answer,
): z.output<Schema> {
  if (answer.status === 200) return readAs(options, schema, answer.body);
  const { data: problem } = Problem.safeParse(answer.body);
  if (problem === undefined) throw unreachable(options, new Error(`it answered ${answer.status} without a problem`));
  if (!PASSED_ON.has(problem.code)) {
    options.onFault(`The voting service refuses this proxy: ${problem.code}. ${problem.detail}`);
    throw new ApiError('proxy_misconfigured', { retryAfterSeconds: 30 });
  }
  throw new ApiError(problem.code, {
    detail: problem.detail,
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...(problem.candidates === undefined ? {} : { candidates: problem.candidates }),
    ...(problem.retryAfter === undefined ? {} : { retryAfterSeconds: problem.retryAfter }),
  });
}

function readAs<Schema extends z.ZodType>(
  options: RemoteGatewayOptions,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw unreachable(
    options,
    new Error('it answered in a shape that this proxy does not know', { cause: parsed.error }),
  );
}

function unreachable(options: RemoteGatewayOptions, cause: unknown): ApiError {
  options.onFault(`${options.upstream} cannot be used: ${cause instanceof Error ? cause.message : 'no answer'}`, cause);
  return new ApiError('upstream_unavailable', { retryAfterSeconds: 2, cause });
}

function windowIn(headers: Headers): KeyWindow {
  const seconds = /;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  return {
    limit: Number(headers.get('x-ratelimit-limit') ?? 0),
    remaining: Number(headers.get('x-ratelimit-remaining') ?? 0),
    resetMs: Number(seconds ?? 0) * 1000,
  };
}

/** The address that is told: of an IPv6 visitor only the prefix that is one voter. */
function addressOf(visitor: IpAddress): string {
  return visitor.voter.replace(/\/\d+$/, '');
}

function selectorOf({ serverId, slug, name }: VisitorVote['selector']): Record<string, string> {
  return {
    ...(serverId == null ? {} : { serverId }),
    ...(slug == null ? {} : { slug }),
    ...(name == null ? {} : { name }),
  };
}
