import { expect, test } from 'vitest';
import { isWebAddress, toImageAddress } from './web-address.ts';

// In a bundle there is no service origin, so that a path stays a path.
test.each([
  ['https://example.com/a.png', 'https://example.com/a.png'],
  ['http://example.com/a%20b.png?x=1:2', 'http://example.com/a%20b.png?x=1:2'],
  ['/media/a.svg', '/media/a.svg'],
  ['media/a.svg', '/media/a.svg'],
  ['//example.com/a.png', '/example.com/a.png'],
  ['', ''],
  ['javascript:alert(1)', ''],
  ['JavaScript:alert(1)', ''],
  [' javascript:alert(1)', ''],
  ['java\nscript:alert(1)', ''],
  ['data:image/svg+xml,<svg>', ''],
  ['blob:https://example.com/1', ''],
  ['file:///etc/passwd', ''],
  ['https:alert(1)', ''],
  ['\u0001https://example.com', ''],
])('the picture %j is shown from %j', (given, shown) => {
  expect(toImageAddress(given)).toBe(shown);
  expect(isWebAddress(given)).toBe(shown !== '');
});
