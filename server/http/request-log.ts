import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import type { RequestState } from './request-state.ts';

/** What is told of an answered request, to the log and to the metrics. Never a key, never an address. */
export interface AnsweredRequest {
  readonly state: RequestState;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  /** The client went away before the answer was out. */
  readonly aborted: boolean;
}

/** Gives each request its state first, and tells of it when it is over. */
export function createRequestLog(options: {
  readonly stateOf: (req: Parameters<RequestHandler>[0]) => RequestState;
  readonly clock: () => number;
  readonly onAnswer: (answered: AnsweredRequest) => void;
}): RequestHandler {
  return (req, res, next) => {
    const state = options.stateOf(req);
    res.locals.state = state;
    res.on('close', () => options.onAnswer(answeredOf(res, state, options.clock())));
    if (req.headers.host !== undefined || req.httpVersionMinor === 0) next();
    else next(new ApiError('invalid_request', { errors: [{ parameter: 'Host', detail: 'is required' }] }));
  };
}

/** One structured line a request. */
export function logAnswer(logger: Logger, { state, method, status, ms, aborted }: AnsweredRequest): void {
  logger.info({
    requestId: state.requestId,
    method,
    route: state.route,
    status,
    ms,
    ...(state.principal === null ? {} : { keyId: state.principal.keyId }),
    ...(state.code === null ? {} : { code: state.code }),
    ...(aborted ? { aborted } : {}),
  });
}

function answeredOf(res: Response, state: RequestState, nowMs: number): AnsweredRequest {
  // Files and refused methods have no endpoint, but the router knows which route took them.
  if (state.route === 'unmatched' && res.req.route !== undefined) state.route = String(res.req.route.path);
  return {
    state,
    method: res.req.method,
    // What nobody got is no success; 499 is what proxies call it.
    status: res.headersSent ? res.statusCode : 499,
    ms: Math.round((nowMs - state.startedAt) * 100) / 100,
    aborted: !res.writableFinished,
  };
}
