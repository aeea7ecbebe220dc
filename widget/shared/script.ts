import type { Messages } from './messages.ts';

interface LanguageFile {
  readonly messages: Messages;
}

/**
 * Origin of the service that the page has loaded the widget from. A bundle knows none, so that its pages name an endpoint.
 * The browser files are built with script.browser.ts in place of this file.
 */
export const serviceOrigin: string = '';

/** Spelled out, so that every bundler finds them. */
const FILES: Readonly<Record<string, () => Promise<LanguageFile>>> = {
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

export function loadLanguageFile(code: string): Promise<LanguageFile> {
  return FILES[code]?.() ?? Promise.reject(new Error(`There is no language file ${code}.`));
}
