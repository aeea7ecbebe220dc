import { madeOnce } from './made-once.ts';
import type { Messages } from './messages.ts';

/** How a length of time is written, `4 hours 12 minutes`, `4 hr 12 min` or `4h`: where its words begin in `lengths`. */
export const LONG = 0;
export const SHORT = 3;
export const NARROW = 6;

/** Every language, each followed by what stands between its thousands, or by a sign for that. */
const LANGUAGES = 'en,ar,cs da.de.el.es:fi fr-he,hu;id.it:ja,ko,nl.no pl;pt.ro.ru sv tr.uk vi.zh,';
/** What the signs mean. Where it is `:` or `;`, four digits stand together. */
const GAPS: Readonly<Record<string, string>> = { ':': '.', ';': '\u00a0', ' ': '\u00a0', '-': '\u202f' };
const RIGHT_TO_LEFT = ['ar', 'he'];

/** One language with its words, numbers and lengths of time, which never mix with those of another. */
export class Language<Words = Messages> {
  readonly code: string;
  readonly messages: Words;
  /** Of the script; `undefined` leaves it to the page. */
  readonly direction: 'rtl' | undefined;
  #plurals: Intl.PluralRules | undefined;

  constructor(code: string, messages: Words) {
    this.code = code;
    this.messages = messages;
    this.direction = RIGHT_TO_LEFT.includes(code) ? 'rtl' : undefined;
  }

  /** A whole number from 0. The first format that a page asks its browser for takes tens of milliseconds. */
  whole(value: number): string {
    const sign = LANGUAGES[LANGUAGES.indexOf(this.code) + 2] ?? '';
    const digits = `${value}`;
    return value < 10_000 && /[:;]/.test(sign) ? digits : digits.replace(/\B(?=(...)+$)/g, GAPS[sign] ?? sign);
  }

  /** `votes` for this number of them. */
  voteWord(this: Language<Messages>, count: number): string {
    return this.#formOf(count, Object.values(this.messages[15]));
  }

  /** A length of time in whole seconds, as words. Seconds are told apart only in the last minute. */
  length(this: Language<Messages>, seconds: number, style: number): string {
    const lengths = this.messages[16].split(';').slice(style);
    const told = partsOf(seconds).flatMap((part, index) =>
      part ? [this.#formOf(part, (lengths[index] ?? '').split('|')).replace('#', `${part}`)] : [],
    );
    return told.slice(0, seconds < 3600 || style === NARROW ? 1 : 2).join(' ');
  }

  /** Of forms in the order of those of `votes`; the last one stands for any that is left out. */
  #formOf(this: Language<Messages>, count: number, forms: readonly string[]): string {
    this.#plurals ??= new Intl.PluralRules(this.code);
    return forms[Object.keys(this.messages[15]).indexOf(this.#plurals.select(count))] ?? forms.at(-1) ?? '';
  }
}

/** `04:12:09`, in every language. */
export function clockOf(seconds: number): string {
  return partsOf(seconds)
    .map((part) => `${part}`.padStart(2, '0'))
    .join(':');
}

function partsOf(seconds: number): number[] {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
}

/** Code of the language for an element: that of the closest `lang`, else the browser's, else English. */
export function pickLanguage(element: Element): string {
  const named = (element.closest('[lang]') ?? document.documentElement).getAttribute('lang');
  const codes = (named ? [named] : navigator.languages).map((tag) => baseOf(tag));
  return codes.find((code) => isSpoken(code)) ?? 'en';
}

/** The words of one kind of element: English inside, every other language in a file. */
export interface Vocabulary<Words> {
  readonly english: Language<Words>;
  readonly load: (code: string) => Promise<{ readonly messages: Words }>;
  /** What the page has asked for. */
  readonly languages: Map<string, Promise<Language<Words>>>;
}

/** Loads a language, each once. Where its file cannot be had, everything stays English. */
export function loadLanguage<Words>(code: string, vocabulary: Vocabulary<Words>): Promise<Language<Words>> {
  const { english, languages, load } = vocabulary;
  return madeOnce(languages, code, () =>
    load(code).then(
      ({ messages }) => new Language(code, messages),
      () => english,
    ),
  );
}

/** Pages write `pt_BR`, and browsers without a locale say `en-US@posix`. */
function baseOf(tag: string): string {
  const base = tag.toLowerCase().replace(/[^a-z].*/, '');
  return /^n[bn]$/.test(base) ? 'no' : base;
}

function isSpoken(code: string): boolean {
  return code.length === 2 && LANGUAGES.includes(code);
}
