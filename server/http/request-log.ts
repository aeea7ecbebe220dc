import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import { findPattern } from './find-pattern.ts';
import type { Metrics } from './metrics.ts';
import type { RequestState } from './request-state.ts';
import { takeTarget } from './request-target.ts';

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
    takeTarget(req, state);
    res.on('close', () => options.onAnswer(answeredOf(res, state, options.clock())));
    if (req.headers.host !== undefined || req.httpVersionMinor === 0) next();
    else next(new ApiError('invalid_request', { errors: [{ parameter: 'Host', detail: 'is required' }] }));
  };
}

/** Tells the metrics and the log of an answered request. */
export function tellOf(metrics: Pick<Metrics, 'countAnswer'>, logger: Logger): (answered: AnsweredRequest) => void {
  return (answered) => {
    metrics.countAnswer(answered);
    logAnswer(logger, answered);
  };
}

/** One structured line a request. What is undefined is left out; an object of one shape is written in half the time. */
function logAnswer(logger: Logger, { state, method, status, ms, aborted }: AnsweredRequest): void {
  logger.info({
    requestId: state.requestId,
    method,
    route: state.route,
    status,
    ms,
    keyId: state.principal?.keyId,
    code: state.code ?? undefined,
    aborted: aborted || undefined,
  });
}

function answeredOf(res: Response, state: RequestState, nowMs: number): AnsweredRequest {
  if (state.route === 'unmatched') state.route = routeOf(res);
  return {
    state,
    method: res.req.method,
    // What nobody got is no success; 499 is what proxies call it.
    status: res.headersSent ? res.statusCode : 499,
    ms: Math.round((nowMs - state.startedAt) * 100) / 100,
    aborted: !res.writableFinished,
  };
}

/** What is refused before its endpoint is asked has a pattern all the same, and so have files, which have no endpoint. */
function routeOf({ req }: Response): string {
  const pattern = findPattern(req.originalUrl);
  if (pattern !== null) return pattern;
  return req.route === undefined ? 'unmatched' : String(req.route.path).replaceAll(/:(\w+)/g, '{$1}');
}
