export interface Page {
  /** Text of the tab, without the name of the service. */
  readonly title: string;
  /** Path of the page, to mark it in the navigation. */
  readonly path: string;
  /** HTML of the page below the bar. Text in it is already escaped. */
  readonly main: string;
  /** HTML for the end of the head. */
  readonly head?: string;
  /** Is it for visitors, who have no use for the documentation? */
  readonly isPlain?: boolean;
  /** What search engines and previews say of it. */
  readonly description?: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
}

const PLACES: readonly [path: string, label: string][] = [
  ['/embed', 'Embed'],
  ['/docs', 'API reference'],
  ['/docs/problems', 'Problems'],
  ['/openapi.json', 'OpenAPI'],
];

/** A whole HTML page in the look of the service. It works under a policy that allows files of this origin only. */
export function renderPage(page: Page): string {
  const { title, path, main, head = '', description = '', lang = 'en', dir = 'ltr', isPlain = false } = page;
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${description === '' ? '' : `<meta name="description" content="${escapeHtml(description)}">\n`}<title>${escapeHtml(title)} · Server Vote</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/page.css">
${head}
</head>
<body${isPlain ? ' class="plain"' : ''}>
${isPlain ? '' : renderBar(path)}${main}
</body>
</html>
`;
}

/** Text as HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function renderBar(path: string): string {
  return `<header class="bar" lang="en" dir="ltr"><div class="bar-in">
<a class="home" href="/"><img src="/docs/assets/icon.svg" alt="" width="28" height="28">Server Vote</a>
<nav aria-label="Pages">${PLACES.map((place) => renderPlace(place, path)).join('')}</nav>
</div></header>
`;
}

/** A link of a navigation, marked on its own page. */
export function renderPlace([path, label]: readonly [path: string, label: string], current: string): string {
  return `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${label}</a>`;
}
