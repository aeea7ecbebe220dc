import { ApiError } from '../errors.ts';
import { type IpAddress, readIpAddress } from '../ip-address.ts';

/** Reads an address that a request gives. @throws ApiError `invalid_ip` that names the parameter, never the address. */
export function requireAddress(text: string, ipv6Prefix: number, parameter: string): IpAddress {
  const address = readIpAddress(text, ipv6Prefix);
  if (address !== null) return address;
  const detail = 'must be one plain IPv4 or IPv6 address, without port, zone, range or leading zeros';
  throw new ApiError('invalid_ip', { errors: [{ parameter, detail }] });
}
