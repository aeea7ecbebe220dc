import { randomBytes } from 'node:crypto';

/** Crockford's base 32 in lower case: no i, l, o, u, so that an id can be read aloud and typed. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Account ids stand in every key of the store, so they are short, and their creation looks whether they are free. */
const LENGTHS = { acc: 6, key: 12, site: 10 } as const;

export type IdKind = keyof typeof LENGTHS;

/** A new random id such as `acc_7k2m9x`; it has only the characters [a-z0-9_]. */
export function createId(kind: IdKind): string {
  let text = `${kind}_`;
  for (const byte of randomBytes(LENGTHS[kind])) {
    text += ALPHABET.charAt(byte & 31);
  }
  return text;
}

/** Has the text the form of an id of this kind? */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${kind}_[${ALPHABET}]{${LENGTHS[kind]}}$`).test(text);
}
