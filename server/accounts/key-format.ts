import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyKind } from '../store/directory-store.ts';

/** No punctuation, so that a double click selects the whole key. */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is the first power of 62 above 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 is the first power of 62 above 2^32. */
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 3;
const SIGNED_LENGTH = PREFIX_LENGTH + SECRET_LENGTH;
const KEY_LENGTH = SIGNED_LENGTH + CHECKSUM_LENGTH;
const SHAPE = /^[vu]k_[0-9A-Za-z]{49}$/;

/** A new key: `vk_` or `uk_`, 32 random bytes in base 62, and a CRC-32 of both in base 62; 52 characters. */
export function createKeyText(kind: KeyKind): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  const signed = `${kind === 'vote' ? 'vk_' : 'uk_'}${toBase62(secret, SECRET_LENGTH)}`;
  return signed + checksumOf(signed);
}

/** Has the text the length of a key? Nothing else of it is looked at. */
export function hasKeyLength(text: string): boolean {
  return text.length === KEY_LENGTH;
}

/**
 * What the text claims to be, or `null` when no key has this form, so that a mistyped key is refused without asking the
 * store. It proves nothing: anybody can compute the checksum. Never throws, whatever the text holds.
 */
export function readKeyText(text: string): { kind: KeyKind } | null {
  if (typeof text !== 'string' || !hasKeyLength(text) || !SHAPE.test(text)) {
    return null;
  }
  if (text.slice(SIGNED_LENGTH) !== checksumOf(text.slice(0, SIGNED_LENGTH))) {
    return null;
  }
  return { kind: text.startsWith('v') ? 'vote' : 'user' };
}

/** Hex SHA-256 of the whole key, the only form in which a key is stored. */
export function hashKey(text: string): string {
  return hash('sha256', text, 'hex');
}

/** What a key is recognised by in lists, `vk_Ab3…x9Qz`: most of its secret is missing. */
export function hintOfKey(text: string): string {
  return `${text.slice(0, PREFIX_LENGTH + 3)}…${text.slice(-4)}`;
}

function checksumOf(signed: string): string {
  let rest = crc32(signed);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function toBase62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
