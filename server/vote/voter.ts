import type { IpAddress } from '../ip-address.ts';
import { createKeyedHash } from './keyed-hash.ts';
import type { Pepper } from './pepper.ts';

/** A voter without its address: what the store is told. */
export interface Voter {
  /** Hash under the current secret, then under older ones that still count. */
  readonly hashes: readonly string[];
  /** Makes the keyed hash of the /24 or /48 around it, which a check does not need. */
  readonly hashNetwork: () => string;
}

/** Makes the function that turns addresses into voters. 96 bits of HMAC-SHA-256, so that no two voters of a server meet. */
export function createVoterHasher(pepper: Pepper): (address: IpAddress) => Voter {
  const keyedHashes = pepper.secrets.map(createKeyedHash);
  const current = keyedHashes[0] ?? createKeyedHash('');
  return ({ voter, network }) => ({
    hashes: keyedHashes.map((keyedHash) => keyedHash(`voter ${voter}`)),
    hashNetwork: () => current(`network ${network}`),
  });
}
