import { escapeHtml } from './layout.ts';

interface CodeBlock {
  /** Of the code, which the button copies. */
  readonly id: string;
  readonly title: string;
  /** Text. What stands in quotes gets a colour. */
  readonly code: string;
}

/** What a page with blocks of code has in its head. */
export const CODE_BLOCK_FILES = `<link rel="stylesheet" href="/docs/assets/code-block.css">
<script type="module" src="/docs/assets/code-block.js"></script>`;

/** Code with a button that copies it, which is there where there is a clipboard. */
export function renderCodeBlock({ id, title, code }: CodeBlock): string {
  const html = escapeHtml(code).replaceAll(/&quot;.*?&quot;/g, '<span class="quoted">$&</span>');
  return `<figure class="snippet"><figcaption><span>${title}</span><button type="button" class="copy" data-copy="${id}" aria-label="Copy: ${title}">Copy</button></figcaption>
<pre tabindex="0" aria-label="${title}"><code id="${id}">${html}</code></pre></figure>`;
}
