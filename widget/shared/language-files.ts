import type { Messages } from './messages.ts';

/** Spelled out, so that every bundler finds them. The browser files are built with script.browser.ts in place of this file. */
const FILES: Readonly<Record<string, () => Promise<{ readonly messages: Messages }>>> = {
  ar: () => import('../languages/ar.ts'),
  cs: () => import('../languages/cs.ts'),
  da: () => import('../languages/da.ts'),
  de: () => import('../languages/de.ts'),
  el: () => import('../languages/el.ts'),
  es: () => import('../languages/es.ts'),
  fi: () => import('../languages/fi.ts'),
  fr: () => import('../languages/fr.ts'),
  he: () => import('../languages/he.ts'),
  hu: () => import('../languages/hu.ts'),
  id: () => import('../languages/id.ts'),
  it: () => import('../languages/it.ts'),
  ja: () => import('../languages/ja.ts'),
  ko: () => import('../languages/ko.ts'),
  nl: () => import('../languages/nl.ts'),
  no: () => import('../languages/no.ts'),
  pl: () => import('../languages/pl.ts'),
  pt: () => import('../languages/pt.ts'),
  ro: () => import('../languages/ro.ts'),
  ru: () => import('../languages/ru.ts'),
  sv: () => import('../languages/sv.ts'),
  tr: () => import('../languages/tr.ts'),
  uk: () => import('../languages/uk.ts'),
  vi: () => import('../languages/vi.ts'),
  zh: () => import('../languages/zh.ts'),
};

export function loadLanguageFile(code: string): Promise<{ readonly messages: Messages }> {
  return FILES[code]?.() ?? Promise.reject(code);
}
