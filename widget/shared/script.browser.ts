import { ENGLISH, type Messages } from './messages.ts';
import { ENGLISH_RESOURCES, type ResourceMessages } from './resource-messages.ts';
import { VERSION } from './version.ts';

/** Known while the script loads only. */
const address = import.meta.url;

export const serviceOrigin: string = new URL(address).origin;

interface LanguageFile<Words> {
  readonly messages: Words;
}

/**
 * The language files lie beside the script, whatever page it is on. Browsers keep each by itself, so that it is asked for by the
 * version of the script. What a cache or a process of an earlier version gives all the same may lack words, and is no use then.
 */
async function load<Words extends readonly unknown[]>(file: string, english: Words): Promise<LanguageFile<Words>> {
  const loaded = await import(/* @vite-ignore */ new URL(`${file}.js?${VERSION}`, address).href);
  if (loaded.messages.length < english.length) throw new Error(`${file} is of an earlier version.`);
  return loaded;
}

export function loadLanguageFile(code: string): Promise<LanguageFile<Messages>> {
  return load(`languages/${code}`, ENGLISH);
}

export function loadResourceLanguageFile(code: string): Promise<LanguageFile<ResourceMessages>> {
  return load(`resource-languages/${code}`, ENGLISH_RESOURCES);
}
