import type { Messages } from './messages.ts';
import type { ResourceMessages } from './resource-messages.ts';

/** Known while the script loads only. */
const address = import.meta.url;

export const serviceOrigin: string = new URL(address).origin;

/** The language files lie beside the script, whatever page it is on. */
const load = (file: string) => import(/* @vite-ignore */ new URL(`${file}.js`, address).href);

export function loadLanguageFile(code: string): Promise<{ readonly messages: Messages }> {
  return load(`languages/${code}`);
}

export function loadResourceLanguageFile(code: string): Promise<{ readonly messages: ResourceMessages }> {
  return load(`resource-languages/${code}`);
}
