import type { ProblemCode, ProblemFault } from '../contract/problems.ts';

/** What an error answer carries beyond its code. */
export interface ApiErrorExtras {
  /** Replaces the code's own sentence. Never put a key or an address in it. */
  readonly detail?: string;
  readonly errors?: readonly ProblemFault[];
  readonly candidates?: readonly { readonly id: string; readonly slug: string }[];
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refusal that ends a request, by its code. Knows nothing of HTTP: the table of problems gives the status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ProblemCode;
  readonly extras: ApiErrorExtras;

  constructor(code: ProblemCode, extras: ApiErrorExtras = {}) {
    super(extras.detail ?? code, { cause: extras.cause });
    this.code = code;
    this.extras = extras;
  }
}
