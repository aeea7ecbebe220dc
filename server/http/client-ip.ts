import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { ApiError } from '../errors.ts';
import { type IpAddress, readIpAddress } from '../ip-address.ts';
import type { TrustProxy } from '../trust-proxy.ts';

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'] as const;

/** Proxies whose address is remembered; the rest is parsed each time. */
const MAX_REMEMBERED = 1_000;

/** Tells the address of the client that sent a request. */
export interface ClientIp {
  /**
   * The client as a voter.
   * @throws ApiError `proxy_not_trusted` when a proxy in front would make the whole world one voter, `invalid_ip` when a
   * trusted proxy names something that is no address.
   */
  voterOf(req: IncomingMessage): IpAddress;
  /** The client as a name to count by, never thrown at anybody: the peer where nothing better is known. */
  labelOf(req: IncomingMessage): string;
}

/** Believes the socket, and forwarding headers only as far as `trustProxy` says. */
export function createClientIp(options: { trustProxy: TrustProxy; ipv6Prefix: number; demo: boolean }): ClientIp {
  const trust = compileTrust(options.trustProxy);
  const guarded = options.trustProxy.kind === 'none' && !options.demo;

  function find(req: IncomingMessage): IpAddress | null {
    const text = options.trustProxy.kind === 'none' ? req.socket.remoteAddress : proxyAddr(req, trust);
    return readIpAddress(withoutZone(text ?? ''), options.ipv6Prefix);
  }

  return {
    voterOf(req) {
      if (guarded && isForwarded(req) && isNear(req.socket.remoteAddress)) throw new ApiError('proxy_not_trusted');
      const address = find(req);
      if (address !== null) return address;
      throw new ApiError('invalid_ip', {
        detail: 'The proxy in front of this service names a client address that is not a plain IP address.',
        errors: [{ parameter: 'X-Forwarded-For', detail: 'must hold plain IP addresses, without ports' }],
      });
    },
    labelOf: (req) => find(req)?.voter ?? 'unknown',
  };
}

function compileTrust(setting: TrustProxy): (address: string, index: number) => boolean {
  if (setting.kind === 'hops') return (_address, index) => index < setting.hops;
  return setting.kind === 'ranges' ? rememberTrusted(proxyAddr.compile([...setting.ranges])) : () => false;
}

/** The proxies in front are few, and name themselves with each request: what was found trusted once is not parsed again. */
function rememberTrusted(trust: (address: string, index: number) => boolean) {
  const trusted = new Set<string>();
  return (address: string, index: number) => {
    if (trusted.has(address)) return true;
    if (!trust(address, index)) return false;
    if (trusted.size < MAX_REMEMBERED) trusted.add(address);
    return true;
  };
}

function isForwarded(req: IncomingMessage): boolean {
  return FORWARDING_HEADERS.some((name) => req.headers[name] !== undefined);
}

/** Is the peer on this machine or in a private network, where proxies live? */
function isNear(peer: string | undefined): boolean {
  const address = withoutZone(peer ?? '');
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast';
}

/** The socket of a link-local peer carries the name of the interface, which is no part of the address. */
function withoutZone(address: string): string {
  const at = address.indexOf('%');
  return at === -1 ? address : address.slice(0, at);
}
