import type { Messages } from './messages.ts';
import type { ResourceMessages } from './resource-messages.ts';

type Files<Words> = Readonly<Record<string, () => Promise<{ readonly messages: Words }>>>;

/**
 * Origin of the service that the page has loaded the widget from. A bundle knows none, so that its pages name an endpoint.
 * The browser files are built with script.browser.ts in place of this file.
 */
export const serviceOrigin: string = '';

/** Spelled out, so that every bundler finds them. */
const FILES: Files<Messages> = {
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

const RESOURCE_FILES: Files<ResourceMessages> = {
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

export function loadLanguageFile(code: string): Promise<{ readonly messages: Messages }> {
  return load(FILES, code);
}

export function loadResourceLanguageFile(code: string): Promise<{ readonly messages: ResourceMessages }> {
  return load(RESOURCE_FILES, code);
}

function load<Words>(files: Files<Words>, code: string): Promise<{ readonly messages: Words }> {
  return files[code]?.() ?? Promise.reject(new Error(`There is no language file ${code}.`));
}
