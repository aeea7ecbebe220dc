import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { readIpAddress } from './ip-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '::/64', '::/48'],
  ['64:ff9b::203.0.113.7', '64:ff9b::/64', '64:ff9b::/48'],
  ['::203.0.113.7', '::/64', '::/48'],
])('%s is the voter %s in the network %s', (text, voter, network) => {
  expect(readIpAddress(text, 64)).toEqual({ voter, network });
});

test.each([
  [48, '2001:db8:1::/48'],
  [56, '2001:db8:1:ff00::/56'],
  [60, '2001:db8:1:fff0::/60'],
  [64, '2001:db8:1:ffff::/64'],
])('with a prefix of %i bits an IPv6 voter is %s', (bits, voter) => {
  expect(readIpAddress('2001:db8:1:ffff:ffff::1', bits)?.voter).toBe(voter);
});

test('two spellings of one IPv6 address are always one voter', () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const parsed = new ipaddr.IPv6(groupsOf(text));
      const spellings = [
        parsed.toNormalizedString(),
        parsed.toNormalizedString().toUpperCase(),
        parsed.toRFC5952String(),
      ];
      const voters = new Set([text, ...spellings].map((spelling) => readIpAddress(spelling, 64)?.voter));
      expect(voters.size).toBe(1);
    }),
  );
});

test('no text makes it throw, and only addresses are read', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.ipV4().map((ip) => `${ip} `),
      ),
      (text) => {
        const read = readIpAddress(text, 64);
        if (read !== null) expect(ipaddr.isValid(text)).toBe(true);
      },
    ),
  );
});

test('the dotted and the hexadecimal spelling of any address are one voter', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
      const hex = groups.map((group) => group.toString(16)).join(':');
      const [high = 0, low = 0] = groups.slice(6);
      const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.');
      const mixed = `${groups
        .slice(0, 6)
        .map((group) => group.toString(16))
        .join(':')}:${dotted}`;
      expect(readIpAddress(mixed, 64)).toEqual(readIpAddress(hex, 64));
    }),
  );
});

/** Reads an address as the URL standard does, which is nobody's code here. */
function groupsOf(text: string): number[] {
  const [left = '', right] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...gap, ...tail].map((group) => Number.parseInt(group, 16));
}
