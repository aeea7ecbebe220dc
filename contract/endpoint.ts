import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/** Which kind of API key a request needs: a vote key, a user key, or none. */
export type KeyNeed = 'vote' | 'user' | 'none';

/** One operation of the service as data. Routes, checks, OpenAPI and tests all read it from here. */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
> {
  /** OpenAPI operationId, unique. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** OpenAPI form, `/v1/teams/{id}`. */
  readonly path: string;
  readonly key: KeyNeed;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly params: Params;
  /** A member that is an array may be repeated in the query; any other may be there once. */
  readonly query: Query;
  /** Request headers beyond the key, named in lower case. */
  readonly headers: z.ZodObject;
  /** `null` where the operation has no body. */
  readonly body: Body | null;
  readonly answer: Answer;
  /** Media type of the answer where it is not JSON. */
  readonly answerType?: 'image/svg+xml';
  /** Names of response headers (see response-headers.ts) that the successful answer carries. */
  readonly answerHeaders: readonly string[];
  readonly errors: readonly ProblemCode[];
}

/** Checks the shape at compile time and freezes it. */
export function defineEndpoint<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Answer extends z.ZodType,
>(endpoint: Endpoint<Params, Query, Body, Answer>): Readonly<Endpoint<Params, Query, Body, Answer>> {
  return Object.freeze(endpoint);
}
