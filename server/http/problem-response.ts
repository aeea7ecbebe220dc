import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { PROBLEMS, type Problem, type ProblemCode } from '../../contract/problems.ts';
import { ApiError, type ApiErrorExtras } from '../errors.ts';
import { ClockSkewError, EvictionPolicyError, StoreUnavailableError } from '../store/store-errors.ts';
import { sendText } from './send-text.ts';

/** Members of a problem beyond those that every problem has. */
export type ProblemMembers = Partial<
  Pick<
    Problem,
    | 'detail'
    | 'errors'
    | 'retryAfter'
    | 'nextVoteAt'
    | 'success'
    | 'votes'
    | 'message'
    | 'now'
    | 'candidates'
    | 'server'
  >
>;

/**
 * Answers with a problem. The request's query is left out of it: it may hold an address.
 *
 * @param headers names and values in turn, beside those of every answer.
 */
export function sendProblem(
  res: Response,
  code: ProblemCode,
  members: ProblemMembers = {},
  headers: readonly string[] = [],
): void {
  const { status, title, cure } = PROBLEMS[code];
  const { state } = res.locals;
  state.code = code;
  const problem = {
    type: `/docs/problems#${code}`,
    title,
    status,
    detail: cure,
    instance: res.req.originalUrl.split('?', 1)[0] ?? '/',
    code,
    requestId: state.requestId,
    ...members,
  };
  const all = [...headers];
  if (members.retryAfter !== undefined) all.push('Retry-After', String(members.retryAfter));
  if (status === 401) all.push('WWW-Authenticate', 'ApiKey realm="server-vote", header="X-API-KEY"');
  sendText(res, { status, type: 'application/problem+json', text: JSON.stringify(problem), headers: all });
}

/** Answers what no route took. */
export const answerNotFound: RequestHandler = (_req, res) => sendProblem(res, 'not_found');

/** Where errors are told that nobody foresaw. */
interface ErrorLog {
  error(fields: { readonly requestId: string; readonly route: string; readonly err: unknown }, message: string): void;
}

/** Turns whatever was thrown into a problem. Only what nobody foresaw is logged as an error, and tells the client nothing. */
export function createErrorAnswer(log: ErrorLog): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, _next) => {
    const known = toApiError(error);
    if (known.code === 'internal_error') {
      log.error(
        { requestId: res.locals.state.requestId, route: res.locals.state.route, err: error },
        'unforeseen error',
      );
    }
    if (res.headersSent) {
      req.destroy();
      return;
    }
    sendProblem(res, known.code, membersOf(known.extras));
  };
}

/** The refusal that an error stands for. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailableError) {
    return new ApiError('store_unavailable', { retryAfterSeconds: 1, cause: error });
  }
  if (error instanceof ClockSkewError) return new ApiError('clock_skew', { retryAfterSeconds: 30, cause: error });
  if (error instanceof EvictionPolicyError)
    return new ApiError('eviction_policy', { retryAfterSeconds: 30, cause: error });
  return new ApiError('internal_error', { cause: error });
}

function membersOf(extras: ApiErrorExtras): ProblemMembers {
  return {
    ...(extras.detail === undefined ? {} : { detail: extras.detail }),
    ...(extras.errors === undefined ? {} : { errors: [...extras.errors] }),
    ...(extras.candidates === undefined ? {} : { candidates: [...extras.candidates] }),
    ...(extras.retryAfterSeconds === undefined ? {} : { retryAfter: extras.retryAfterSeconds }),
  };
}
