import { describe, expect, test } from 'vitest';
import { normaliseOrigin, normaliseOrigins } from './normalise-origin.ts';
import { BadUsageError } from './refused-error.ts';

describe('an origin is kept exactly as browsers send it', () => {
  test.each([
    ['https://www.example.com', 'https://www.example.com'],
    ['HTTPS://WWW.Example.COM/', 'https://www.example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://example.com:80/', 'http://example.com'],
    ['https://example.com:8443', 'https://example.com:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ])('%s is %s', (text, origin) => {
    expect(normaliseOrigin(text)).toBe(origin);
  });

  test('the same origin in two spellings is one', () => {
    expect(normaliseOrigins(['https://a.example/', 'http://a.example', 'HTTPS://A.example'])).toEqual([
      'https://a.example',
      'http://a.example',
    ]);
  });
});

describe('what is no origin is refused with what to write instead', () => {
  test.each([
    ['null', 'sandboxed'],
    ['*', 'wildcard'],
    ['https://*.example.com', 'name each origin'],
    ['example.com', 'https://www.example.com'],
    ['localhost:3000', 'https://www.example.com'],
    ['https:example.com', 'https://www.example.com'],
    ['https://example.com/vote', 'write https://example.com'],
    ['https://example.com/?a=1', 'write https://example.com'],
    ['https://example.com?', 'write https://example.com'],
    ['https://example.com/#top', 'write https://example.com'],
    ['https://user:secret@example.com', 'write https://example.com'],
    ['ftp://example.com', 'https:// or http://'],
    ['file:///home', 'https:// or http://'],
    ['https://', 'https://www.example.com'],
    ['https://exa mple.com', 'https://www.example.com'],
    ['https://example.com:99999', 'https://www.example.com'],
    ['', 'https://www.example.com'],
  ])('%j', (text, cure) => {
    const run = () => normaliseOrigin(text);
    expect(run).toThrow(BadUsageError);
    expect(run).toThrow(cure);
  });

  test('a password in it is not repeated', () => {
    expect(() => normaliseOrigin('https://user:hunter2@example.com')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
