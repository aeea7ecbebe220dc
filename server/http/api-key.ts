import type { Request, RequestHandler } from 'express';
import { ApiError } from '../errors.ts';
import { type Soon, withSoon } from '../soon.ts';
import type { KeyKind, KeyRecord } from '../store/directory-store.ts';

/** The key a request came with, and what it may do. */
export interface Principal {
  readonly keyId: string;
  readonly accountId: string;
  readonly kind: KeyKind;
  /** Hex SHA-256 of the key: what its signatures are keyed by. */
  readonly keyHash: string;
  readonly attest: boolean;
  readonly votesPerMinute: number | null;
}

export interface KeyCheckOptions {
  /** Finds a key by its text; `null` for whatever is not a key, was revoked or has ended. */
  readonly findKey: (text: string, connection: object) => Soon<KeyRecord | null>;
  /** Runs after a failed authentication; passes on, or refuses a client that fails too often. */
  readonly failureLimit: RequestHandler;
}

/** Makes the middleware that asks for a key of one kind. A valid key is never refused for the failures of others. */
export function createKeyCheck(options: KeyCheckOptions): (kind: KeyKind) => RequestHandler {
  return (kind) => (req, res, next) => {
    const text = req.headers['x-api-key'];
    const found = typeof text === 'string' ? options.findKey(text, req.socket) : null;
    const check = (key: KeyRecord | null) => {
      if (key === null) {
        options.failureLimit(req, res, (error?: unknown) => next(error ?? new ApiError('invalid_key')));
        return;
      }
      // Also where it is refused: the log tells whose key is used for what it is not for.
      res.locals.state.principal = principalOf(key);
      if (key.kind === kind) next();
      else next(new ApiError('wrong_key_kind'));
    };
    withSoon(found, check, next);
  };
}

/** The key of a request that passed the check. */
export function principalIn(req: Request): Principal {
  const principal = req.res?.locals.state.principal;
  if (principal) return principal;
  throw new Error('This route has no key check before it.');
}

function principalOf(key: KeyRecord): Principal {
  return {
    keyId: key.id,
    accountId: key.accountId,
    kind: key.kind,
    keyHash: key.hash,
    attest: key.attest,
    votesPerMinute: key.votesPerMinute,
  };
}
