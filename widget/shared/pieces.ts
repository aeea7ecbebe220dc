import { html, type TemplateResult } from 'lit/html.js';

/** Text in an element of its own, which a page translator that replaces text nodes cannot freeze. */
export const text = (name: string, content: string): TemplateResult =>
  html`<span part=${name} class=${name} .textContent=${content}></span>`;

/** A picture from path data, in a square of 24. */
export const icon = (path: string): TemplateResult => html`<svg viewBox="0 0 24 24"><path d=${path}></path></svg>`;
