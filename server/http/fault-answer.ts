import type { ErrorRequestHandler, Request, Response } from 'express';
import type { ProblemCode } from '../../contract/problems.ts';
import { toApiError } from './problem-response.ts';

/** A refusal or a known failure, for whoever tells it in another form than a problem document. */
export interface Fault {
  readonly code: ProblemCode;
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Lets a route answer its faults in its own form: as a picture, as a page. What nobody foresaw is passed on.
 *
 * @param answer sends an answer; `false` when the client wants none of that form.
 */
export function createFaultAnswer(answer: (fault: Fault, req: Request, res: Response) => boolean): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const { code, extras } = toApiError(error);
    const fault = { code, retryAfterSeconds: extras.retryAfterSeconds };
    if (code === 'internal_error' || res.headersSent || !answer(fault, req, res)) next(error);
    else res.locals.state.code = code;
  };
}
