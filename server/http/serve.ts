import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { headerName } from '../../contract/header-name.ts';
import type { ProblemCode, ProblemFault } from '../../contract/problems.ts';
import { ApiError } from '../errors.ts';
import { type Soon, withSoon } from '../soon.ts';
import { createTurns } from './end-of-turn.ts';
import { type ProblemMembers, sendProblem } from './problem-response.ts';
import { readJsonBody } from './read-body.ts';
import { createQueryReader } from './read-query.ts';
import { rememberQueries } from './remember-queries.ts';
import type { RequestState } from './request-state.ts';
import { requireReadablePath } from './request-target.ts';
import { sendText } from './send-text.ts';

/** A request whose every part was checked against its endpoint. */
export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly req: Request;
  readonly state: RequestState;
}

/** An answer whose bytes were made, and checked, before. */
export interface FinishedAnswer {
  readonly status: 200 | 304;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** `null` with 304. */
  readonly bytes: Buffer | null;
}

/**
 * An answer: the body of the success, or finished bytes of it, or its JSON made of parts that were checked before, or the code of a
 * refusal. Headers are names and values in turn.
 */
export type Reply<Answer> =
  | { readonly finished: FinishedAnswer }
  | { readonly json: string; readonly headers: readonly string[] }
  | { readonly body: Answer; readonly headers?: readonly string[] }
  | {
      readonly problem: ProblemCode;
      readonly members?: ProblemMembers;
      readonly headers?: readonly string[];
    };

type AnyHandler = (call: Call<never, never, never>) => Soon<Reply<unknown>>;

/**
 * Turns an endpoint and its handler into an Express handler. The only place that parses input and checks output, but for answers that are made of parts which were checked before.
 *
 * Small JSON in, small JSON out: the body is read directly and the answer leaves in one write, which is most of what
 * makes Express as fast as a bare server here.
 */
export function serve<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Answer extends z.ZodType,
>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  handler: (call: Call<z.output<Params>, z.output<Query>, z.output<Body>>) => Soon<Reply<z.output<Answer>>>,
): RequestHandler {
  const readGiven = createQueryReader(endpoint.query);
  const checkHeaders = createCheck(endpoint.headers, headerFault);
  const checkParams = createCheck(endpoint.params, parameterFault);
  const checkQuery = createCheck(endpoint.query, parameterFault);
  const readQuery = rememberQueries(endpoint.query, (url) => checkQuery(readGiven(url)));
  const checkBody = endpoint.body === null ? null : createCheck(endpoint.body, pointerFault);
  // The parsed parts have the endpoint's types; the compiler cannot follow that through the generic schemas.
  const run = handler as unknown as AnyHandler;
  const turnOfNow = createTurns();
  return (req, res, next) => {
    const { state } = res.locals;
    const turn = turnOfNow();
    const send = (reply: Reply<unknown>) =>
      turn.atEnd(() => {
        try {
          sendReply(res, endpoint.answer, reply);
        } catch (error) {
          next(error);
        }
      });
    const { admission } = state;
    withSoon(admission === null ? ask(req, state) : onceAdmitted(admission, () => ask(req, state)), send, next);
  };

  function ask(req: Request, state: RequestState): Soon<Reply<unknown>> {
    state.route = endpoint.path;
    requireReadablePath(state, endpoint.path);
    checkHeaders(req.headers);
    const params = checkParams(req.params);
    const query = readQuery(req.url);
    const askWith = (body: unknown) => run({ params, query, body, req, state } as Call<never, never, never>);
    if (checkBody === null) return askWith(undefined);
    return readJsonBody(req).then(({ raw, value }) => {
      state.rawBody = raw;
      return askWith(checkBody(value));
    });
  }
}

/** The answer is made while the quota is asked, and told after it: a refusal comes before whatever else it would have been. */
function onceAdmitted<Value>(admission: Promise<void>, make: () => Soon<Value>): Promise<Value> {
  const made = new Promise<Value>((resolve) => resolve(make()));
  // Whoever is refused is not told what went wrong.
  made.catch(() => null);
  return admission.then(() => made);
}

function sendReply(res: Response, answer: z.ZodType, reply: Reply<unknown>): void {
  if ('problem' in reply) {
    sendProblem(res, reply.problem, reply.members, reply.headers);
    return;
  }
  if ('finished' in reply) {
    sendFinished(res, reply.finished);
    return;
  }
  const text = 'json' in reply ? reply.json : JSON.stringify(answer.parse(reply.body));
  sendText(res, { status: 200, type: 'application/json', text, headers: reply.headers ?? [] });
}

/** What these answers depend on they say themselves. */
function sendFinished(res: Response, { status, headers, bytes }: FinishedAnswer): void {
  const { requestId, headers: always } = res.locals.state;
  res.writeHead(status, ['X-Content-Type-Options', 'nosniff', 'X-Request-Id', requestId, ...always, ...headers]);
  if (bytes === null) res.end();
  else res.end(bytes);
}

const NOTHING = Object.freeze({});

type ToFault = (path: readonly PropertyKey[], detail: string) => ProblemFault;

/** Makes what checks one part of a request and gives back what the endpoint knows of it. */
function createCheck(schema: z.ZodObject, toFault: ToFault): (value: unknown) => object {
  if (Object.keys(schema.shape).length === 0) return () => NOTHING;
  return (value) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new ApiError('invalid_request', {
      errors: firstOfEach(parsed.error.issues).map((issue) => toFault(issue.path, sentenceOf(issue))),
    });
  };
}

/** One fault for a member is enough: what else is said of a value of the wrong type only follows from that. */
function firstOfEach(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const placeOf = ({ path }: z.core.$ZodIssue) => JSON.stringify(path);
  return issues.filter((issue, at) => issues.findIndex((other) => placeOf(other) === placeOf(issue)) === at);
}

function headerFault(path: readonly PropertyKey[], detail: string): ProblemFault {
  return { parameter: headerName(String(path[0] ?? '')), detail };
}

function parameterFault(path: readonly PropertyKey[], detail: string): ProblemFault {
  return { parameter: String(path[0] ?? ''), detail };
}

function pointerFault(path: readonly PropertyKey[], detail: string): ProblemFault {
  const pointer = path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { pointer, detail };
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message;
  return issue.message.endsWith('received undefined') ? 'is required' : `must be of type ${issue.expected}`;
}
