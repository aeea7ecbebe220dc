import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address as the vote sees it: one voter, and the neighbourhood it is in. */
export interface IpAddress {
  /** `203.0.113.7`, or the IPv6 prefix that is one voter, `2001:db8:1:2::/64`. */
  readonly voter: string;
  /** `203.0.113.0/24` or `2001:db8:1::/48`. */
  readonly network: string;
}

/**
 * Reads one plain address. Every spelling of an IPv4-mapped IPv6 address is the IPv4 address.
 *
 * @param ipv6Prefix length of the prefix that is one voter, 48 to 64.
 * @returns `null` for anything else: ports, zones, ranges, leading zeros, hexadecimal or shortened IPv4.
 */
export function readIpAddress(text: string, ipv6Prefix: number): IpAddress | null {
  const kind = isIP(text);
  if (kind === 0 || text.includes('%')) return null;
  if (kind === 4) return ipv4(text);
  const parsed = ipaddr.IPv6.parse(inHex(text));
  if (parsed.isIPv4MappedAddress()) return ipv4(parsed.toIPv4Address().toString());
  return { voter: prefixOf(parsed, ipv6Prefix), network: prefixOf(parsed, 48) };
}

/** Writes a dotted ending as two groups: ipaddr.js would take `::1.2.3.4` for the mapped `::ffff:1.2.3.4`, which it is not. */
function inHex(text: string): string {
  const start = text.lastIndexOf(':') + 1;
  const ending = text.slice(start);
  if (!ending.includes('.')) return text;
  const [a = 0, b = 0, c = 0, d = 0] = ending.split('.').map(Number);
  return `${text.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function ipv4(text: string): IpAddress {
  return { voter: text, network: `${text.slice(0, text.lastIndexOf('.'))}.0/24` };
}

function prefixOf(address: ipaddr.IPv6, bits: number): string {
  const kept = address.parts.map((part, index) => {
    const keep = Math.min(16, Math.max(0, bits - index * 16));
    return part & (0xffff << (16 - keep)) & 0xffff;
  });
  return `${new ipaddr.IPv6(kept).toString()}/${bits}`;
}
