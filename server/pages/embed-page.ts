import { badgeOf, hostedPageOf, type System, VOTE_SIZES, writeSnippet } from '../embed-snippet.ts';
import { CODE_BLOCK_FILES, renderCodeBlock } from './code-block.ts';
import { type EmbedChoice, writeChoice } from './embed-choice.ts';
import { renderForm, renderSiteForm } from './embed-form.ts';
import { type EmbedContext, type EmbedFound, type EmbedServer, hasCards, snippetOf } from './embed-parts.ts';
import { escapeHtml, renderPage } from './layout.ts';

const HOSTS = [
  ['plain', 'On a plain page'],
  ['dark', 'On a dark page'],
  ['hostile', 'On a page with loud styles of its own'],
] as const;
/** Room of a preview around its element, and what its page says beside it. */
const AROUND = 100;
/** Loud words take more. */
const LOUD = 50;
const CARD_HEIGHTS = { card: 400, list: 520 } as const;

const HEADS: Readonly<Record<System, string>> = {
  html: 'Into your page',
  wordpress: 'Into a block for custom HTML',
  react: 'Into a component, React 19',
  vue: 'Into a template',
  svelte: 'Into a component',
};
const TIPS: Partial<Record<System, string>> = {
  vue: "Tell Vue's compiler that the element is none of its components: <code>compilerOptions.isCustomElement = (tag) =&gt; tag.includes('-')</code>.",
  wordpress:
    'Where the editor takes scripts away, put the script line into the footer of the theme, and leave the element in the block.',
};

const UNRELEASED =
  'This build of the service has made no release of its files yet: its next upgrade changes them, and then this hash no longer fits. Until there is a release, take the newest.';

/** The page while no site is named, or an unknown one. */
export function renderEmbedStart(site: string, isUnknown: boolean): string {
  const fault = isUnknown ? 'There is no such site. Its id is in the snippet that the operator has given you.' : '';
  return frame(`<div class="column">
<h1>Put it on your website</h1>
<p class="lead">For which of your sites? Its id begins with <code>site_</code>, and the operator of this service gave it to you with the first snippet.</p>
${renderSiteForm(site, fault)}
</div>`);
}

/** The page of a site: the form, what is to be pasted, and how it will look. */
export function renderEmbedPage(context: EmbedContext, choice: EmbedChoice, found: EmbedFound): string {
  const notes = {
    server: noteOf(choice.server, found.server?.server.name, 'This site has no server of that slug.'),
    resource: noteOf(choice.resource, found.resource?.title, 'There is no resource of that slug, or not in that game.'),
  };
  return frame(`<div class="embed">
<div class="intro">
<h1>Put it on your website</h1>
<p class="lead">Choose, copy, paste. The address of this page keeps your choices, so that you can share it.</p>
</div>
${renderForm(choice, { hasCards: hasCards(context.scripts), notes })}
<div id="result" class="result" data-address="/embed?${escapeHtml(writeChoice(choice))}">
${renderResult(context, choice, found)}
</div>
<p id="said" class="unseen" role="status"></p>
</div>`);
}

function frame(content: string): string {
  return renderPage({
    title: 'Embed',
    path: '/embed',
    head: `${CODE_BLOCK_FILES}
<link rel="stylesheet" href="/docs/assets/controls.css">
<link rel="stylesheet" href="/docs/assets/embed.css">
<link rel="stylesheet" href="/docs/assets/embed-form.css">
<script src="/docs/assets/embed.js" type="module"></script>`,
    main: `<main>${content}</main>`,
  });
}

function noteOf(slug: string, name: string | undefined, fault: string): string {
  if (name !== undefined) return `<p class="found" dir="auto">${escapeHtml(name)}</p>`;
  return slug === '' ? '' : `<p class="fault">${fault}</p>`;
}

function renderResult(context: EmbedContext, choice: EmbedChoice, found: EmbedFound): string {
  const snippet = snippetOf(context, choice, found);
  if (snippet === null) {
    const what = choice.kind === 'vote' ? 'server' : 'resource';
    return `<p class="empty">Name a ${what}, and what to paste stands here.</p>`;
  }
  const { head, body } = writeSnippet(snippet, choice.system);
  const tips = [TIPS[choice.system], isUnreleased(context, choice) ? UNRELEASED : undefined].filter(
    (tip) => tip !== undefined,
  );
  const once =
    head === null
      ? ''
      : renderCodeBlock({ id: 'head', title: "Once, into the head of the website's HTML", code: head });
  return `${once}${renderCodeBlock({ id: 'snippet', title: HEADS[choice.system], code: body })}
${tips.map((tip) => `<p class="tip">${tip}</p>`).join('\n')}
<h2>How it looks</h2>
<p class="tip">Previews show the real ${choice.kind === 'vote' ? 'server' : 'content'}. They never vote.</p>
<div class="previews">${HOSTS.map(([host, title]) => renderPreview(choice, host, title)).join('')}</div>
${found.server === null ? '' : renderBadges(context, choice, found.server)}`;
}

/** Released files stay as they are for good; those of a build are gone with the next one. */
function isUnreleased({ scripts }: EmbedContext, { version }: EmbedChoice): boolean {
  return version === 'exact' && scripts.version.includes('-');
}

function renderPreview(choice: EmbedChoice, host: string, title: string): string {
  const height =
    AROUND +
    (host === 'hostile' ? LOUD : 0) +
    (choice.kind === 'vote' ? VOTE_SIZES[choice.variant][choice.size][1] : CARD_HEIGHTS[choice.kind]);
  const address = `/embed/preview?${writeChoice(choice)}&host=${host}`;
  return `<figure class="preview"><figcaption>${title}</figcaption>
<iframe src="${escapeHtml(address)}" title="Preview: ${title}" width="400" height="${height}"></iframe></figure>`;
}

/** What to paste where no script runs. */
function renderBadges({ publicUrl }: EmbedContext, choice: EmbedChoice, { server, badges }: EmbedServer): string {
  const [width, height] = badges[choice.badge];
  const place = { publicUrl, siteId: choice.site, server };
  const picture = badgeOf(place, choice.badge);
  const page = hostedPageOf(place);
  const path = picture.slice(publicUrl.length);
  const words = `Vote for ${server.name.trim()}`;
  const markdown = `[![${words.replaceAll(/[\\[\]]/g, '\\$&')}](${picture})](${page})`;
  return `<h2>Where no script runs</h2>
<p class="tip">A picture with the count for READMEs and forums, and <a href="${escapeHtml(page.slice(publicUrl.length))}">the page</a> that it leads to, which votes by itself.</p>
<p class="badge"><img src="${escapeHtml(path)}" alt="${escapeHtml(words)}" width="${width}" height="${height}"></p>
${renderCodeBlock({ id: 'markdown', title: 'Markdown', code: markdown })}
${renderCodeBlock({ id: 'bbcode', title: 'Forums (BBCode)', code: `[url=${page}][img]${picture}[/img][/url]` })}`;
}
