import { afterEach, expect, test } from 'vitest';
import '../define.ts';
import { faceOf } from '../server-vote/face.ts';
import { clockOf, Language, SHORT } from './language.ts';
import { ENGLISH, type Messages } from './messages.ts';

const FILES = import.meta.glob<{ messages: Messages }>('../languages/*.ts', { eager: true });
const LANGUAGES = Object.entries(FILES).map(([path, { messages }]): [string, Messages] => [
  path.replace(/.*\/|\.ts/g, ''),
  messages,
]);
const STATES = ['voting', 'voted', 'cooldown', 'busy', 'offline', 'error', 'misconfigured'] as const;

afterEach(() => document.body.replaceChildren());

test('there are at least sixteen besides English', () => {
  expect(LANGUAGES.length).toBeGreaterThanOrEqual(16);
});

test.each([['en', ENGLISH] as const, ...LANGUAGES])(
  '%s has all words, and one for each plural form',
  (code, messages) => {
    const words = messages.slice(0, 15).map(String);
    expect(words.filter((word) => word.trim() === '')).toEqual([]);
    expect(words.filter((word) => word.includes('{}'))).toEqual([messages[5], messages[7]]);
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    expect(Object.keys(messages[15]).sort()).toEqual([...forms].sort());
    // What is left out of lengths is written as the last form is.
    expect(Object.keys(messages[15]).at(-1)).toBe('other');
  },
);

test.each([['en', ENGLISH] as const, ...LANGUAGES])('%s fits into the button in every state', (code, messages) => {
  const language = new Language(code, messages);
  const host = document.createElement('server-vote');
  document.body.append(host);
  const width = host.getBoundingClientRect().width - 2 * 0.9 * 15 - 1.2 * 15 - 0.7 * 15 - 2;
  for (const status of STATES) {
    for (const isOwn of [true, false]) {
      const [, label, note] = faceOf(status, { isOwn, wish: {} }, messages);
      const isCounted = status === 'voted' || (status === 'cooldown' && isOwn);
      const room = width - (isCounted ? 76 : 0);
      const time = status === 'busy' ? language.length(59, SHORT) : clockOf(43_199);
      const lines =
        linesOf(label, '600 14.4px/1.2 system-ui', room) * 17.3 +
        linesOf(note.replace('{}', time), '12.75px/1.2 system-ui', room) * 15.3;
      expect.soft(lines, `${status}: ${label} / ${note}`).toBeLessThanOrEqual(35);
    }
  }
});

/** How many lines a text takes in this room. */
function linesOf(text: string, font: string, room: number): number {
  if (text === '') return 0;
  const probe = document.createElement('p');
  probe.style.cssText = `font:${font};width:${room}px;margin:0`;
  probe.textContent = text;
  document.body.append(probe);
  const isWider = probe.scrollWidth > room + 1;
  const lines = Math.round(
    probe.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(probe).lineHeight),
  );
  probe.remove();
  return isWider ? 9 : lines;
}
