/** What a service never prints: keys, addresses of clients, the address somebody asks about. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a key', /\b[vu]k_[\w-]{8,}/],
  ['an address of a voter', /(?<![\d.])(?:[2-9]\d)(?:\.\d{1,3}){3}(?![\d.])/],
  ['an address of a client', /\b127\.0\.0\.(?!1\b)\d+/],
  ['an IPv6 address of a voter', /\b2001:db8:/i],
  ['a query', /\bip=/i],
  ['a stack', /^\s+at .+:\d+:\d+/m],
];

/** Finds what must not be told, each with the place where it stands. The voters of these tests are 20.x to 99.x. */
export function findLeaks(printed: string): string[] {
  return SECRETS.flatMap(([what, pattern]) => {
    const found = pattern.exec(printed);
    if (found === null) return [];
    return [`${what} in ${JSON.stringify(printed.slice(Math.max(0, found.index - 80), found.index + 80))}`];
  });
}
