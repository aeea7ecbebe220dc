import { createHash, createHmac } from 'node:crypto';

/** A request of a key that may name its visitors. */
export interface Signable {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly address: string;
  readonly body: string;
}

/** Headers that name the visitor, as docs/api.md describes them. @param nowMs by the clock of the service, within five minutes */
export function signRequest(
  { method, path, address, body }: Signable,
  key: string,
  nowMs: number,
): Record<string, string> {
  const time = Math.floor(nowMs / 1000);
  const text = `${time}.${method}.${path}.${address}.${sha256(body)}`;
  const digest = createHmac('sha256', sha256(key)).update(text).digest('hex');
  return { 'X-Vote-Client-IP': address, 'X-Vote-Signature': `t=${time},v1=${digest}` };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
