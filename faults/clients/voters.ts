/** Somebody who votes. */
export interface Voter {
  readonly name: string;
  readonly address: string;
}

/** First address of the voters; three quarters of a thousand million follow before the next reserved range. */
const FIRST_ADDRESS = 20 * 2 ** 24;

/** The voter with this number: always the same, and of an address of its own. */
export function voterOf(number: number): Voter {
  const address = FIRST_ADDRESS + number;
  return { name: `v${number}`, address: [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.') };
}

/** The username of a vote tells afterwards whose it was, and by which key it came. */
export function usernameOf(key: string, voter: string): string {
  return `${key}.${voter}`;
}

/** @throws Error when a vote in the log is none of ours */
export function readUsername(username: string | null): { readonly key: string; readonly voter: string } {
  const [key, voter] = (username ?? '').split('.');
  if (key === undefined || voter === undefined) throw new Error(`The log has a vote of ${username}, whom nobody sent.`);
  return { key, voter };
}
