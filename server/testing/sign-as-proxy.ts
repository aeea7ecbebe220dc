import { hashKey } from '../accounts/key-format.ts';
import { signRequest } from '../vote/attested-address.ts';

export interface SignedAs {
  readonly key: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The visitor's address. */
  readonly clientIp: string;
  readonly body?: string;
  /** When it was signed. */
  readonly nowMs: number;
}

/** The headers with which a website's own proxy tells whose request it sends. */
export function signAsProxy({ key, method, url, clientIp, body = '', nowMs }: SignedAs): Record<string, string> {
  const signed = { method, url, clientIp, body: Buffer.from(body) };
  return {
    'X-API-KEY': key,
    'X-Vote-Client-IP': clientIp,
    'X-Vote-Signature': signRequest(signed, hashKey(key), Math.floor(nowMs / 1000)),
  };
}
