import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';

const text = fc.string({ unit: 'binary', maxLength: 400 });

test('is the HMAC-SHA-256 of the platform for any secret and any texts in turn', () => {
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 4 }), (secret, texts) => {
      const keyedHash = createKeyedHash(secret);
      const expected = texts.map((each) => createHmac('sha256', secret).update(each).digest('base64url').slice(0, 16));
      expect(texts.map(keyedHash)).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test.each([0, 63, 64, 65, 128])('is the HMAC-SHA-256 of the platform for a secret of %i bytes', (length) => {
  const secret = 's'.repeat(length);
  for (const bytes of [0, 1, 64, 255, 256, 257]) {
    const word = 'é'.repeat(bytes / 2).padEnd(bytes - Math.floor(bytes / 2), 'x');
    expect(createKeyedHash(secret)(word)).toBe(
      createHmac('sha256', secret).update(word).digest('base64url').slice(0, 16),
    );
  }
});
