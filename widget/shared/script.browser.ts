import type { Messages } from './messages.ts';

/** Known while the script loads only. */
const address = import.meta.url;

export const serviceOrigin: string = new URL(address).origin;

/** The language files lie beside the script, whatever page it is on. */
export function loadLanguageFile(code: string): Promise<{ readonly messages: Messages }> {
  return import(/* @vite-ignore */ new URL(`languages/${code}.js`, address).href);
}
