import { escapeHtml } from './layout.ts';

interface CodeBlock {
  /** Of the code, which the button copies. */
  readonly id: string;
  readonly title: string;
  /** Text. What stands in quotes gets a colour. */
  readonly code: string;
}

/** Code with a button that copies it, which the page's script shows where there is a clipboard. */
export function renderCodeBlock({ id, title, code }: CodeBlock): string {
  const html = escapeHtml(code).replaceAll(/&quot;.*?&quot;/g, '<span class="quoted">$&</span>');
  return `<figure class="snippet"><figcaption><span>${title}</span><button type="button" class="copy" data-copy="${id}" aria-label="Copy: ${title}" hidden>Copy</button></figcaption>
<pre tabindex="0" aria-label="${title}"><code id="${id}">${html}</code></pre></figure>`;
}
