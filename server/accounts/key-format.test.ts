import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKeyText, hashKey, hintOfKey, readKeyText } from './key-format.ts';

describe('the form of an API key', () => {
  test('a new key says its kind, is read back as that kind, and no two are equal', () => {
    const keys = new Set<string>();
    for (let round = 0; round < 500; round += 1) {
      const kind = round % 2 === 0 ? 'vote' : 'user';
      const key = createKeyText(kind);
      expect(key).toMatch(kind === 'vote' ? /^vk_[0-9A-Za-z]{49}$/ : /^uk_[0-9A-Za-z]{49}$/);
      expect(readKeyText(key)).toEqual({ kind });
      keys.add(key);
    }
    expect(keys.size).toBe(500);
  });

  test('any one mistyped character is refused without asking the store', () => {
    const key = createKeyText('vote');
    for (let place = 0; place < key.length; place += 1) {
      for (const wrong of ['0', 'z', 'A', '_']) {
        if (key[place] !== wrong) {
          expect(readKeyText(key.slice(0, place) + wrong + key.slice(place + 1))).toBeNull();
        }
      }
    }
  });

  test('two swapped neighbours, a missing character, and a space at an end are refused', () => {
    const key = createKeyText('user');
    for (let place = 3; place < key.length - 1; place += 1) {
      const swapped = key.slice(0, place) + key.charAt(place + 1) + key.charAt(place) + key.slice(place + 2);
      expect(readKeyText(swapped)).toEqual(swapped === key ? { kind: 'user' } : null);
    }
    for (const wrong of [key.slice(0, -1), key.slice(1), `${key} `, ` ${key}`, `${key}\n`, key.toLowerCase(), '']) {
      expect(readKeyText(wrong)).toBeNull();
    }
  });

  test('a vote key cannot be passed off as a user key by its first letter', () => {
    expect(readKeyText(`u${createKeyText('vote').slice(1)}`)).toBeNull();
  });

  test('no text makes the reader throw, multibyte text of the right length included', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 52, maxLength: 52, unit: 'grapheme' })),
        (text) => {
          expect(readKeyText(text)).toBeNull();
        },
      ),
    );
    expect(readKeyText(`vk_${'é'.repeat(49)}`)).toBeNull();
    expect(readKeyText(`vk_${'\ud83d'.repeat(49)}`)).toBeNull();
  });

  test('a key is stored as the SHA-256 of its whole text, and its hint gives away seven characters', () => {
    const key = createKeyText('vote');
    expect(hashKey(key)).toBe(createHash('sha256').update(key).digest('hex'));
    expect(hintOfKey(key)).toBe(`${key.slice(0, 6)}…${key.slice(48)}`);
  });
});
