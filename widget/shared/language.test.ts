import { afterEach, expect, test } from 'vitest';
import { clockOf, Language, LONG, NARROW, pickLanguage, SHORT } from './language.ts';
import { ENGLISH, type Messages } from './messages.ts';

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.removeAttribute('lang');
});

test.each([
  ['de', 'de'],
  ['pt_BR', 'pt'],
  ['PT-br', 'pt'],
  ['nb-NO', 'no'],
  ['en-US@posix', 'en'],
  ['is', 'en'],
])('lang="%s" is spoken to in %s', (lang, code) => {
  document.body.innerHTML = `<div lang="${lang}"><p></p></div>`;
  expect(pickLanguage(document.querySelector('p')!)).toBe(code);
});

test('the closest lang decides, also through a shadow tree; without any the browser does', () => {
  document.documentElement.lang = 'fr';
  document.body.innerHTML = '<div lang="de"><p></p></div><section></section>';
  expect(pickLanguage(document.querySelector('p')!)).toBe('de');
  expect(pickLanguage(document.querySelector('section')!)).toBe('fr');
  document.documentElement.lang = '';
  expect(pickLanguage(document.querySelector('section')!)).toBe(navigator.language.slice(0, 2));
});

test.each([
  [43_200, ['12:00:00', '12 hr', '12h', '12 hours']],
  [15_129, ['04:12:09', '4 hr 12 min', '4h', '4 hours 12 minutes']],
  [61, ['00:01:01', '1 min', '1m', '1 minute']],
  [9, ['00:00:09', '9 sec', '9s', '9 seconds']],
  [0, ['00:00:00', '', '', '']],
])('%i seconds, in every style', (seconds, written) => {
  const english = new Language('en', ENGLISH);
  const inWords = [SHORT, NARROW, LONG].map((style) => english.length(seconds, style));
  expect([clockOf(seconds), ...inWords]).toEqual(written);
});

const FILES = import.meta.glob<{ messages: Messages }>('../languages/*.ts', { eager: true });
const LANGUAGES = [
  new Language('en', ENGLISH),
  ...Object.entries(FILES).map(([path, { messages }]) => new Language(path.replace(/.*\/|\.ts/g, ''), messages)),
].map((language) => [language.code, language] as const);
/** All up to a thousand, and around each power of ten, where groups and plural forms change. */
const COUNTS = [
  ...Array(1001).keys(),
  ...[3, 4, 5, 6, 7, 8, 9, 12].flatMap((power) => [-1, 0, 1, 2, 5, 11, 21, 234].map((more) => 10 ** power + more)),
  1284,
  48_219,
  123_456_789,
];

test.each(LANGUAGES)('whole numbers in %s are those that the browser writes', (code, language) => {
  const format = new Intl.NumberFormat(`${code}-u-nu-latn`);
  expect(COUNTS.map((count) => language.whole(count))).toEqual(COUNTS.map((count) => format.format(count)));
});

test.each(LANGUAGES)('lengths of time in %s are those that the browser writes', (code, language) => {
  const units = [
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const styles = [
    ['long', LONG],
    ['short', SHORT],
    ['narrow', NARROW],
  ] as const;
  for (const [unitDisplay, style] of styles) {
    for (const [unit, seconds] of units) {
      const format = new Intl.NumberFormat(`${code}-u-nu-latn`, { style: 'unit', unit, unitDisplay });
      const counts = [...Array(60).keys()].slice(1);
      const written = counts.map((count) => language.length(count * seconds, style));
      expect(written).toEqual(counts.map((count) => format.format(count)));
    }
  }
});

test.each(LANGUAGES)('the word after each number of votes in %s is that of its plural form', (code, language) => {
  const forms = new Intl.PluralRules(code);
  const words = language.messages[15];
  expect(COUNTS.map((count) => language.voteWord(count))).toEqual(COUNTS.map((count) => words[forms.select(count)]));
});
