import ipaddr from 'ipaddr.js';

/** Whose forwarding headers are believed: nobody's, those of so many hops, or those of peers in these ranges. */
export type TrustProxy =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly hops: number }
  | { readonly kind: 'ranges'; readonly ranges: readonly string[] };

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const HOW = 'must be a number of hops such as 1, or addresses and CIDR ranges such as 10.0.0.0/8,loopback';

/** Reads TRUST_PROXY. @returns the setting, or a sentence that says what is wrong. */
export function readTrustProxy(text: string): TrustProxy | string {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops > 16) return `${HOW}; more than 16 hops cannot be right`;
    return hops === 0 ? { kind: 'none' } : { kind: 'hops', hops };
  }
  if (text === 'true') return `${HOW}; true would let every visitor choose an address`;
  if (text === 'false') return { kind: 'none' };
  const ranges = text.split(',').map((part) => part.trim());
  for (const range of ranges) {
    const fault = rangeFault(range);
    if (fault !== null) return fault;
  }
  return { kind: 'ranges', ranges };
}

function rangeFault(range: string): string | null {
  if (NAMED_RANGES.has(range)) return null;
  const [address = '', bits, ...rest] = range.split('/');
  const shown = JSON.stringify(range);
  if (rest.length > 0 || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address))) {
    return `${HOW}; ${shown} is neither`;
  }
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) {
    return `${HOW}; write ${shown} as plain IPv4, which covers its mapped form`;
  }
  if (bits === undefined) return null;
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > most) return `${HOW}; the prefix of ${shown} has to be 1 to ${most}`;
  if (Number(bits) === 0) return `${HOW}; ${shown} would let every visitor choose an address`;
  return null;
}
