import type { z } from 'zod';
import { Problem, type ProblemCode } from '../../contract/problems.ts';
import { ApiError } from '../errors.ts';

/** The voting service that a website's own proxy talks to. */
export interface Upstream {
  /** Origin of the voting service, without a trailing slash. */
  readonly upstream: string;
  /** Receives what the operator has to right, a sentence each; never a key. */
  readonly onFault: (message: string, cause?: unknown) => void;
}

/** An answer of the voting service, read to its end. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
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
  'resource_not_found',
  'too_many_requests',
  'store_unavailable',
  'clock_skew',
  'eviction_policy',
]);

/**
 * Sends a request, and once more when the connection broke: the caller makes sure that twice is as good as once.
 *
 * @throws ApiError `upstream_unavailable` when no answer came in time.
 */
export async function askUpstream(to: Upstream, url: string, init: RequestInit): Promise<UpstreamAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const bounded = { ...init, redirect: 'error' as const, signal };
  try {
    return await fetchWhole(to.upstream + url, bounded);
  } catch (error) {
    if (signal.aborted) throw unreachable(to, error);
  }
  try {
    return await fetchWhole(to.upstream + url, bounded);
  } catch (error) {
    throw unreachable(to, error);
  }
}

async function fetchWhole(url: string, init: RequestInit): Promise<UpstreamAnswer> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The problem in an answer; `undefined` when there is none that this proxy knows. */
export function problemIn(answer: UpstreamAnswer): Problem | undefined {
  return Problem.safeParse(jsonIn(answer)).data;
}

/** The refusal that an answer stands for: the service's own where a page can do something with it. */
export function refusalOf(to: Upstream, answer: UpstreamAnswer): ApiError {
  const problem = problemIn(answer);
  if (problem === undefined) return unreachable(to, new Error(`it answered ${answer.status} without a problem`));
  if (!PASSED_ON.has(problem.code)) {
    to.onFault(`The voting service refuses this proxy: ${problem.code}. ${problem.detail}`);
    return new ApiError('proxy_misconfigured', { retryAfterSeconds: 30 });
  }
  return new ApiError(problem.code, {
    detail: problem.detail,
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...(problem.candidates === undefined ? {} : { candidates: problem.candidates }),
    ...(problem.retryAfter === undefined ? {} : { retryAfterSeconds: problem.retryAfter }),
  });
}

/** Reads the body of an answer. @throws ApiError `upstream_unavailable` when it has another shape. */
export function readAs<Schema extends z.ZodType>(
  to: Upstream,
  schema: Schema,
  answer: UpstreamAnswer,
): z.output<Schema> {
  const parsed = schema.safeParse(jsonIn(answer));
  if (parsed.success) return parsed.data;
  throw unreachable(to, new Error('it answered in a shape that this proxy does not know', { cause: parsed.error }));
}

function unreachable(to: Upstream, cause: unknown): ApiError {
  const reason = cause instanceof Error ? cause.message : 'no answer';
  to.onFault(`${to.upstream} cannot be used: ${reason}`, cause);
  return new ApiError('upstream_unavailable', { retryAfterSeconds: 2, cause });
}

function jsonIn({ bytes }: UpstreamAnswer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
