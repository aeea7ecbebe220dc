import { madeOnce } from './made-once.ts';
import type { Messages } from './messages.ts';

/** How a length of time is written: `04:12:09`, `4 hr 12 min`, `4h`, `4 hours 12 minutes`. */
export type LengthStyle = 'clock' | 'short' | 'narrow' | 'long';

/** Every language, each followed by what stands between its thousands, or by a sign for that. */
const LANGUAGES = 'en,ar,cs da.de.el.es:fi fr-he,hu;id.it:ja,ko,nl.no pl;pt.ro.ru sv tr.uk vi.zh,';
/** What the signs mean. Where it is `:` or `;`, four digits stand together. */
const GAPS: Readonly<Record<string, string>> = { ':': '.', ';': '\u00a0', ' ': '\u00a0', '-': '\u202f' };
const RIGHT_TO_LEFT = ['ar', 'he'];
const UNITS = ['hour', 'minute', 'second'] as const;

/** One language with its words, numbers and lengths of time, which never mix with those of another. */
export class Language<Words = Messages> {
  readonly code: string;
  readonly messages: Words;
  /** Of the script; `undefined` leaves it to the page. */
  readonly direction: 'rtl' | undefined;
  readonly #formats = new Map<string, Intl.NumberFormat>();
  #plurals: Intl.PluralRules | undefined;

  constructor(code: string, messages: Words) {
    this.code = code;
    this.messages = messages;
    this.direction = RIGHT_TO_LEFT.includes(code) ? 'rtl' : undefined;
  }

  /**
   * A whole number from 0. The first format that a page asks its browser for takes tens of milliseconds, which most pages
   * never need to spend.
   */
  whole(value: number): string {
    const sign = LANGUAGES[LANGUAGES.indexOf(this.code) + 2] ?? '';
    const digits = `${value}`;
    return value < 10_000 && /[:;]/.test(sign) ? digits : digits.replace(/\B(?=(...)+$)/g, GAPS[sign] ?? sign);
  }

  /** Any other number. Browsers differ in the digits of Arabic; these are those of the whole numbers. */
  number(value: number, options: Intl.NumberFormatOptions): string {
    const key = Object.values(options).join();
    return madeOnce(this.#formats, key, () => new Intl.NumberFormat(`${this.code}-u-nu-latn`, options)).format(value);
  }

  /** `votes` for this number of them. */
  voteWord(this: Language<Messages>, count: number): string {
    const words = this.messages[15];
    this.#plurals ??= new Intl.PluralRules(this.code);
    return words[this.#plurals.select(count)] ?? words.other;
  }

  /** A length of time in whole seconds. Seconds are told apart only on a clock and in the last minute. */
  length(seconds: number, style: LengthStyle): string {
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    if (style === 'clock') return parts.map((part) => `${part}`.padStart(2, '0')).join(':');
    const told = parts.flatMap((part, index) =>
      part ? [this.number(part, { style: 'unit', unit: UNITS[index], unitDisplay: style })] : [],
    );
    return told.slice(0, seconds < 3600 || style === 'narrow' ? 1 : 2).join(' ');
  }
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
