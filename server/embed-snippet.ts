/** Systems that a snippet is written for. */
export const SYSTEMS = ['html', 'wordpress', 'react', 'vue', 'svelte'] as const;
export type System = (typeof SYSTEMS)[number];

/** A browser file of the service. */
export interface ScriptFile {
  /** Absolute address. */
  readonly url: string;
  /** `null` for an address whose bytes may change. */
  readonly integrity: string | null;
  readonly isModule: boolean;
}

/**
 * What stands inside the element until its script runs, and where it never does: a picture of the element's size, which keeps
 * its place free, also where a policy forbids inline styles.
 */
export interface Fallback {
  /** Where the picture leads; `null` for nowhere. */
  readonly href: string | null;
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /**
   * From the service, or drawn in the snippet itself, with as much of the text as has room. What is drawn is of a slot that
   * no element has: once the script is there, it is not shown again, neither beside nor inside of what the element says.
   */
  readonly picture: { readonly src: string } | { readonly drawn: string };
}

export interface Snippet {
  readonly script: ScriptFile;
  readonly tag: string;
  /** In order; `true` is an attribute without a value. */
  readonly attributes: readonly (readonly [name: string, value: string | true])[];
  readonly fallback: Fallback | null;
}

export interface VotePlace {
  /** The service's own origin. */
  readonly publicUrl: string;
  readonly siteId: string;
  readonly server: { readonly slug: string; readonly name: string };
}

/** How the element is set beyond which server it is of. */
export interface VoteLook {
  readonly variant: 'button' | 'card' | 'compact';
  readonly size: 'medium' | 'large';
  /** Further attributes, in order. */
  readonly others: Snippet['attributes'];
}

/** The size of the element in each variant and size, in pixels. */
export const VOTE_SIZES = {
  button: { medium: [288, 51], large: [360, 58] },
  card: { medium: [328, 143], large: [360, 162] },
  compact: { medium: [128, 36], large: [128, 41] },
} as const;

/** The size of a card, in pixels. */
const CARD_SIZE = { width: 328, height: 379 } as const;

/** A resource whose card is embedded. */
export interface CardResource {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** As much of the title as a line of a card has room for. */
  readonly shortTitle: string;
  /** `''` where it is of no game. */
  readonly game: string;
}

/** The snippet of a card. Its fallback says the title, and leads where titles lead. */
export function createCardSnippet(
  script: ScriptFile,
  { title, shortTitle, ...names }: CardResource,
  { attributes, href }: { readonly attributes: Snippet['attributes']; readonly href: string },
): Snippet {
  const address = href.replaceAll(/{(id|slug|game)}/g, (_, name: keyof typeof names) =>
    encodeURIComponent(names[name]),
  );
  return {
    script,
    tag: 'resource-card',
    attributes,
    fallback: { href: address || null, text: title, picture: { drawn: shortTitle }, ...CARD_SIZE },
  };
}

/** The snippet of a vote element: its fallback leads to the hosted page, under a badge of the element's size. */
export function createVoteSnippet(script: ScriptFile, place: VotePlace, look: VoteLook): Snippet {
  const { siteId, server } = place;
  const { variant, size, others } = look;
  const [width, height] = VOTE_SIZES[variant][size];
  const style = variant === 'compact' ? 'flat' : 'button';
  return {
    script,
    tag: 'server-vote',
    attributes: [
      ['site', siteId],
      ['server', server.slug],
      ...(variant === 'button' ? [] : [['variant', variant] as const]),
      ...(size === 'medium' ? [] : [['size', size] as const]),
      ...others,
    ],
    fallback: {
      href: hostedPageOf(place),
      text: `Vote for ${server.name.trim()}`,
      picture: { src: badgeOf(place, style) },
      width,
      height,
    },
  };
}

/** Address of the page that votes for a server without a website. */
export function hostedPageOf({ publicUrl, siteId, server }: VotePlace): string {
  return `${publicUrl}/s/${encodeURIComponent(siteId)}/${encodeURIComponent(server.slug)}`;
}

/** Address of the picture that shows its votes. */
export function badgeOf({ publicUrl, siteId, server }: VotePlace, style: string): string {
  const query = style === 'flat' ? '' : `?style=${style}`;
  return `${publicUrl}/sites/${encodeURIComponent(siteId)}/badge/${encodeURIComponent(server.slug)}.svg${query}`;
}

/** A snippet as text: all of it for a page, or in two parts for a framework. */
export function writeSnippet(
  snippet: Snippet,
  system: System,
): { readonly head: string | null; readonly body: string } {
  const script = writeScript(snippet.script);
  const element = writeElement(snippet, system);
  if (system === 'html' || system === 'wordpress') return { head: null, body: `${script}\n${element}` };
  return { head: script, body: element };
}

function writeScript({ url, integrity, isModule }: ScriptFile): string {
  const type = isModule ? ' type="module"' : ' defer';
  const pinned = integrity === null ? '' : ` integrity="${integrity}" crossorigin`;
  return `<script${type} src="${escapeText(url, 'html')}"${pinned}></script>`;
}

function writeElement({ tag, attributes, fallback }: Snippet, system: System): string {
  const written = attributes.map(([name, value]) => ` ${writeAttribute(name, value, system)}`).join('');
  const inside = fallback === null ? '' : `\n  ${writeFallback(fallback, system)}\n`;
  return `<${tag}${written}>${inside}</${tag}>`;
}

/** React takes an attribute without a value for `true`, which it would write out. */
function writeAttribute(name: string, value: string | true, system: System): string {
  if (value === true) return system === 'react' ? `${name}=""` : name;
  return `${name}="${escapeText(value, system)}"`;
}

function writeFallback({ href, text, picture, width, height }: Fallback, system: System): string {
  const words = escapeText(text, system);
  const end = system === 'react' ? ' />' : '>';
  const size = `width="${width}" height="${height}"`;
  const slot = 'src' in picture ? '' : ' slot="place"';
  const content =
    'src' in picture
      ? `<img src="${escapeText(picture.src, system)}" alt="${words}" ${size} loading="lazy"${end}`
      : `<svg${href === null ? slot : ''} ${size} role="img" aria-label="${words}"><rect ${size} rx="17" fill="gray" opacity=".15" /><text x="16" y="228" direction="ltr" fill="currentColor">${escapeText(picture.drawn, system)}</text></svg>`;
  return href === null ? content : `<a${slot} href="${escapeText(href, system)}">${content}</a>`;
}

/** Text as HTML, also inside a quoted attribute. To frameworks a brace is the beginning of code. */
function escapeText(text: string, system: System): string {
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  if (system === 'html' || system === 'wordpress') return html;
  return html.replaceAll('{', '&#123;').replaceAll('}', '&#125;');
}
