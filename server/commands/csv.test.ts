import { expect, test } from 'vitest';
import { csvLine, guardFormula } from './csv.ts';

test('cells with a comma, quote or line break are quoted as RFC 4180 says, and records end with CRLF', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', ''])).toBe('plain,"a,b","say ""hi""","two\nlines",\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j cannot run in a spreadsheet', (text) => {
  expect(guardFormula(text)).toBe(`'${text}`);
});

test('other names are left as they are', () => {
  for (const text of ['mirelle', 'a=b', '', "'quoted", '千']) expect(guardFormula(text)).toBe(text);
});
