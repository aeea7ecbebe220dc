import { createHmac } from 'node:crypto';
import type { IpAddress } from '../ip-address.ts';
import type { Pepper } from './pepper.ts';

/** A voter without its address: what the store is told. */
export interface Voter {
  /** Hash under the current secret, then under older ones that still count. */
  readonly hashes: readonly string[];
  /** Keyed hash of the /24 or /48 around it. */
  readonly network: string;
}

/** Makes the function that turns addresses into voters. 96 bits of HMAC-SHA-256, so that no two voters of a server meet. */
export function createVoterHasher(pepper: Pepper): (address: IpAddress) => Voter {
  const current = pepper.secrets[0] ?? '';
  return (address) => ({
    hashes: pepper.secrets.map((secret) => keyedHash(secret, `voter ${address.voter}`)),
    network: keyedHash(current, `network ${address.network}`),
  });
}

function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 16);
}
