import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import type { ProblemCode } from './problems.ts';

/** Rows of a page when the request does not say, and the most there are. */
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

const LEAST_ONE = 'must be a whole number, 1 or more';

const WholeNumber = z
  .string()
  .regex(/^\d+$/, LEAST_ONE)
  .transform(Number)
  .refine((value) => value >= 1, LEAST_ONE);

/** Paging of a list: 1-based pages; a limit above the maximum is taken as the maximum. */
export const PageQuery = z.object({
  page: WholeNumber.refine((value) => value <= Number.MAX_SAFE_INTEGER, 'is too large')
    .default(1)
    .meta({
      description: 'Number of the page, from 1. A page past the end is empty.',
      example: 1,
      override: { type: 'integer', minimum: 1, default: 1, pattern: undefined },
    }),
  limit: WholeNumber.transform((value) => Math.min(value, MAX_LIMIT))
    .default(DEFAULT_LIMIT)
    .meta({
      description: `Rows of a page; more than ${MAX_LIMIT} is taken as ${MAX_LIMIT}.`,
      example: DEFAULT_LIMIT,
      override: { type: 'integer', minimum: 1, default: DEFAULT_LIMIT, pattern: undefined },
    }),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** A slug or name in an address, compared after NFC. */
export const SlugInput = (description: string, example: string) =>
  z.string().min(1, 'must not be empty').normalize('NFC').meta({ description, example });

interface ContentEndpoint<Params extends z.ZodObject, Query extends z.ZodObject, Answer extends z.ZodType> {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly params: Params;
  readonly query: Query;
  readonly answer: Answer;
  readonly notFound?: ProblemCode;
}

/** What all content endpoints have in common: GET with a user key, cached, limited. */
export function defineContent<Params extends z.ZodObject, Query extends z.ZodObject, Answer extends z.ZodType>(
  content: ContentEndpoint<Params, Query, Answer>,
) {
  const { notFound, ...rest } = content;
  const hasInput = Object.keys({ ...content.params.shape, ...content.query.shape }).length > 0;
  return defineEndpoint<Params, Query, z.ZodObject, Answer>({
    ...rest,
    method: 'GET',
    key: 'user',
    tag: 'Content',
    headers: z.object({
      'if-none-match': z
        .string()
        .optional()
        .meta({ description: 'ETags that the client has. When one is current the answer is 304, without a body.' }),
    }),
    body: null,
    answerHeaders: [
      'ETag',
      'Content-Version',
      ...('page' in content.query.shape ? ['Link'] : []),
      'RateLimit-Policy',
      'RateLimit',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ],
    errors: [
      'invalid_key',
      'wrong_key_kind',
      'too_many_requests',
      'store_unavailable',
      ...(hasInput ? (['invalid_request'] as const) : []),
      ...(notFound === undefined ? [] : [notFound]),
    ],
  });
}
