import { VERSION } from './version.ts';

/** Makes a tag work on this page. Where a copy of the widget has done so before, that one stays. */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  // There is nothing to define where pages are rendered on a server.
  if (typeof document === 'undefined') return;
  const known = customElements.get(tag);
  if (!known) customElements.define(tag, element);
  else if (known !== element) {
    const other: unknown = Reflect.get(known, 'version');
    if (other === VERSION) return;
    // biome-ignore lint/suspicious/noConsole: whoever put two scripts on the page looks there.
    console.warn(`<${tag}> ${other} stays, ${VERSION} is left out.`);
  }
}
