import { readItem, writeItem } from './storage.ts';

const KEY = 'server-vote-username';
const LONGEST = 64;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * The voter's name as the service would take it, or `''`: 1 to 64 characters after NFC and trimming, none of them control
 * or invisible. Source: contract/vote.ts, Username.
 */
export function toUsername(text: string): string {
  const name = text.normalize('NFC').trim();
  return INVISIBLE.test(name) || [...name].length > LONGEST ? '' : name;
}

/** The name that a visitor gave before, or `''`. */
export function readUsername(): string {
  return toUsername(readItem(KEY));
}

export function rememberUsername(username: string): void {
  writeItem(KEY, username);
}
