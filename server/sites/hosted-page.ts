import type { PublicServer } from '../../contract/public-server.ts';
import { escapeHtml, renderPage } from '../pages/layout.ts';
import { describeMoment, describeSeconds, describeVotes, describeWait } from './hosted-words.ts';

/** Where a page of a server is, and what it asks for. */
export interface HostedPlace {
  readonly siteId: string;
  readonly askUsername: boolean;
  /** The service's own origin. */
  readonly publicUrl: string;
  /** How long a vote lasts. */
  readonly cooldownMs: number;
  /** Language of the visitor, for the element. */
  readonly language: string;
}

/** How voting stands for the visitor. */
export type Standing =
  | { readonly is: 'open' }
  /** The name was not one, so nothing was counted. */
  | { readonly is: 'bad_name'; readonly username: string; readonly fault: string }
  /** The site has spent its votes of this minute. */
  | { readonly is: 'busy'; readonly username: string; readonly retryAfter: number }
  | { readonly is: 'waiting'; readonly nextVoteAtMs: number; readonly nowMs: number; readonly isCounted: boolean };

export interface HostedPage {
  readonly place: HostedPlace;
  readonly server: PublicServer;
  /** `null` where they are not known. */
  readonly votes: number | null;
  readonly standing: Standing;
}

/** A page says what a server is in a few sentences; the rest is for its own website. */
const LONGEST_DESCRIPTION = 800;
const LONGEST_SUMMARY = 200;

/** The page that votes for one server: with the element, or without script with a plain form in its place. */
export function renderHostedPage(page: HostedPage): string {
  const { place, server } = page;
  const { siteId, askUsername, language } = place;
  const image = imageAddress(place.publicUrl, server.image);
  const asks = askUsername ? ' ask-username' : '';
  return renderPage({
    title: `Vote for ${server.name.trim()}`,
    path: addressOf(siteId, server.slug),
    isPlain: true,
    head: `${renderPreview(page, image)}
<link rel="stylesheet" href="/docs/assets/controls.css">
<link rel="stylesheet" href="/docs/assets/vote-page.css">
<script type="module" src="/widget/v1/server-vote.js" blocking="render"></script>`,
    main: `<main class="vote-page">
<article class="ballot">
<header>
${renderPicture(server.name, image)}
<h1 dir="auto">${escapeHtml(server.name)}</h1>
</header>
${renderDescription(server.description)}
<server-vote site="${escapeHtml(siteId)}" server="${escapeHtml(server.slug)}" size="large" lang="${escapeHtml(language)}"${asks}><div class="plain-vote" lang="en">
${renderStanding(page)}
</div></server-vote>
<p class="rule">${ruleOf(place)}</p>
</article>
</main>`,
  });
}

function ruleOf({ cooldownMs }: HostedPlace): string {
  return `One vote for each network in ${describeWait(cooldownMs)}.`;
}

/** Path of the page. */
export function addressOf(siteId: string, slug: string): string {
  return `/s/${encodeURIComponent(siteId)}/${encodeURIComponent(slug)}`;
}

/** Absolute address of a server's picture, or `null` where there is none from the web. */
export function imageAddress(publicUrl: string, image: string): string | null {
  if (!/^(https?:\/)?\//i.test(image) || !URL.canParse(image, publicUrl)) return null;
  return new URL(image, publicUrl).href;
}

function renderPreview({ place, server }: HostedPage, image: string | null): string {
  const address = `${place.publicUrl}${addressOf(place.siteId, server.slug)}`;
  const title = `Vote for ${server.name.trim()}`;
  const summary = cut(server.description.trim(), LONGEST_SUMMARY) || ruleOf(place);
  const properties = [
    ['og:type', 'website'],
    ['og:site_name', 'Server Vote'],
    ['og:title', title],
    ['og:description', summary],
    ['og:url', address],
    ...(image === null ? [] : [['og:image', image]]),
  ];
  const names = [
    ['description', summary],
    ['twitter:card', 'summary'],
    ['twitter:title', title],
    ['twitter:description', summary],
    ...(image === null ? [] : [['twitter:image', image]]),
  ];
  return [
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...names.map(([name = '', content = '']) => `<meta name="${name}" content="${escapeHtml(content)}">`),
    ...properties.map(([name = '', content = '']) => `<meta property="${name}" content="${escapeHtml(content)}">`),
  ].join('\n');
}

function renderPicture(name: string, image: string | null): string {
  const initial = escapeHtml([...name.trim()][0]?.toUpperCase() ?? '');
  const picture = image === null ? '' : `<img src="${escapeHtml(image)}" alt="" width="96" height="96">`;
  return `<div class="picture"><span aria-hidden="true">${initial}</span>${picture}</div>`;
}

function renderDescription(description: string): string {
  const text = cut(description.trim(), LONGEST_DESCRIPTION);
  return text === '' ? '' : `<p class="about" dir="auto">${escapeHtml(text)}</p>`;
}

function renderStanding({ place, server, votes, standing }: HostedPage): string {
  const count = votes === null ? '' : `<p class="votes">${describeVotes(votes)}</p>`;
  if (standing.is === 'waiting') return `${renderWait(standing)}${count}`;
  const isBadName = standing.is === 'bad_name';
  const username = standing.is === 'open' ? '' : standing.username;
  const about = isBadName ? ' aria-invalid="true" aria-describedby="username-fault" autofocus' : '';
  const fault = isBadName ? `<p class="fault" id="username-fault">Your name ${escapeHtml(standing.fault)}.</p>` : '';
  const field = place.askUsername
    ? `<label for="username">Your name in the game</label>
<input id="username" name="username" class="text-field" required autocomplete="username" maxlength="64" value="${escapeHtml(username)}"${about}>
${fault}`
    : '';
  return `${standing.is === 'busy' ? renderBusy(standing.retryAfter) : ''}
<form method="post" action="${addressOf(place.siteId, server.slug)}">
${field}
<button class="action">Vote</button>
</form>
${count}`;
}

function renderWait({ nextVoteAtMs, nowMs, isCounted }: Extract<Standing, { is: 'waiting' }>): string {
  const iso = new Date(nextVoteAtMs).toISOString();
  const moment = `<time datetime="${iso}">${describeMoment(nextVoteAtMs, nowMs)}</time>`;
  return isCounted
    ? `<p class="result done" role="status"><strong>Thank you, your vote was counted.</strong> You can vote again on ${moment}.</p>`
    : `<p class="result" role="status"><strong>Your network has already voted.</strong> The next vote is possible on ${moment}.</p>`;
}

function renderBusy(retryAfter: number): string {
  return `<p class="result" role="status"><strong>Many people are voting right now.</strong> Your vote was not counted yet: try again in ${describeSeconds(retryAfter)}.</p>`;
}

/** As much of a text as fits, with an ellipsis where something is left out. */
function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
