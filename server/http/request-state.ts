import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '../../contract/problems.ts';
import type { Principal } from './api-key.ts';

/** What one request is known by, from its first middleware to its log line. */
export interface RequestState {
  readonly requestId: string;
  readonly startedAt: number;
  /** Pattern of the route, `/v1/teams/{id}`, once one matched. */
  route: string;
  /** Whose key it is, once it was found. */
  principal: Principal | null;
  /** Code of the problem that was answered, if any. */
  code: string | null;
  /** The path as it was sent, where some of it cannot be decoded. */
  brokenPath: string | null;
  /** Rejects where a quota that is still being asked refuses the request; nothing is answered before. `null` where none is asked. */
  admission: Promise<void> | null;
  /** Exact bytes of the body, once read. */
  rawBody: Buffer | null;
  /** Headers of whatever will be answered, names and values in turn: what is left of the key's quota, who may read it. */
  headers: readonly string[];
  /** What the answer depends on, for the Vary header of one that does not say so itself; `null` for nothing. */
  vary: string | null;
}

const NO_HEADERS: readonly string[] = [];

declare global {
  namespace Express {
    interface Locals {
      state: RequestState;
    }
  }
}

const ACCEPTED_ID = /^[A-Za-z0-9_-]{8,64}$/;
const PROCESS_PREFIX = randomBytes(6).toString('base64url');

/** Makes the function that gives each request its state. An id from a proxy is kept when it is well-formed. */
export function createRequestStates(nowMs: () => number): (req: IncomingMessage) => RequestState {
  let count = 0;
  return (req) => {
    const given = req.headers['x-request-id'];
    const requestId =
      typeof given === 'string' && ACCEPTED_ID.test(given) ? given : `${PROCESS_PREFIX}-${(count++).toString(36)}`;
    return newState(requestId, nowMs());
  };
}

/** The state of what could not be read as a request. */
export function createUnroutedState(code: ProblemCode): RequestState {
  return { ...newState(randomUUID(), 0), code };
}

function newState(requestId: string, startedAt: number): RequestState {
  return {
    requestId,
    startedAt,
    route: 'unmatched',
    principal: null,
    code: null,
    brokenPath: null,
    admission: null,
    rawBody: null,
    headers: NO_HEADERS,
    vary: null,
  };
}
