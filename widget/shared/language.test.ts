import { afterEach, expect, test } from 'vitest';
import { english, Language, pickLanguage } from './language.ts';
import { ENGLISH } from './messages.ts';

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
  const styles = ['clock', 'short', 'narrow', 'long'] as const;
  expect(styles.map((style) => english.length(seconds, style))).toEqual(written);
});

test('plural forms are those of the language', () => {
  const polish = new Language('pl', [
    ...ENGLISH.slice(0, 15),
    { one: 'głos', few: 'głosy', many: 'głosów', other: 'głosu' },
  ] as unknown as typeof ENGLISH);
  expect([1, 2, 5, 22, 1.5].map((count) => polish.voteWord(count))).toEqual([
    'głos',
    'głosy',
    'głosów',
    'głosy',
    'głosu',
  ]);
});
