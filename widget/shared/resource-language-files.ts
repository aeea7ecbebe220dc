import type { ResourceMessages } from './resource-messages.ts';

/** Spelled out, so that every bundler finds them. The browser files are built with script.browser.ts in place of this file. */
const FILES: Readonly<Record<string, () => Promise<{ readonly messages: ResourceMessages }>>> = {
  ar: () => import('../resource-languages/ar.ts'),
  cs: () => import('../resource-languages/cs.ts'),
  da: () => import('../resource-languages/da.ts'),
  de: () => import('../resource-languages/de.ts'),
  el: () => import('../resource-languages/el.ts'),
  es: () => import('../resource-languages/es.ts'),
  fi: () => import('../resource-languages/fi.ts'),
  fr: () => import('../resource-languages/fr.ts'),
  he: () => import('../resource-languages/he.ts'),
  hu: () => import('../resource-languages/hu.ts'),
  id: () => import('../resource-languages/id.ts'),
  it: () => import('../resource-languages/it.ts'),
  ja: () => import('../resource-languages/ja.ts'),
  ko: () => import('../resource-languages/ko.ts'),
  nl: () => import('../resource-languages/nl.ts'),
  no: () => import('../resource-languages/no.ts'),
  pl: () => import('../resource-languages/pl.ts'),
  pt: () => import('../resource-languages/pt.ts'),
  ro: () => import('../resource-languages/ro.ts'),
  ru: () => import('../resource-languages/ru.ts'),
  sv: () => import('../resource-languages/sv.ts'),
  tr: () => import('../resource-languages/tr.ts'),
  uk: () => import('../resource-languages/uk.ts'),
  vi: () => import('../resource-languages/vi.ts'),
  zh: () => import('../resource-languages/zh.ts'),
};

export function loadResourceLanguageFile(code: string): Promise<{ readonly messages: ResourceMessages }> {
  return FILES[code]?.() ?? Promise.reject(code);
}
