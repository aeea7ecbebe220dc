import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Resource } from '../../contract/types.ts';
import { icon, text } from '../shared/pieces.ts';
import { isWebAddress, toImageAddress } from '../shared/web-address.ts';
import { formatAge, formatDay } from './dates.ts';
import { formatNumber } from './numbers.ts';
import type { ResourceLanguage } from './page.ts';

const DOWN = 'M12 5v14M5.5 12.5 12 19l6.5-6.5';
const HEART = 'M12 20 4.500 12a5 5 0 0 1 7.500-6.500a5 5 0 0 1 7.500 6.500z';
const CHECK = 'm5 12.5 4.5 4.5L19 7.5';
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
/** In characters. The sheet cuts what does not fit; far longer texts are cut before. */
const LONGEST = 300;
const MOST_TAGS = 12;
/** Of HTML and Markdown, in descriptions that stand for a summary. */
const MARKUP = /<[^>]{0,99}>|[#*_`]+/g;

/**
 * A card of one resource; without one its placeholder, whose lines are others, of the same heights: what is put in the place
 * of something has not moved.
 */
export function renderCard(resource: Resource | null, language: ResourceLanguage, look: Element): TemplateResult {
  const picture = renderPicture('cover', nameOf(resource), resource?.coverImageUrl);
  const lines = ['words', 'row', 'row', 'row figures'].map((name) => html`<div class=${name}></div>`);
  return html`<article class="card" aria-hidden=${!resource}>${picture}${
    resource ? [renderWords(resource, look), renderFacts(resource, language)] : lines
  }</article>`;
}

function renderWords(resource: Resource, look: Element): TemplateResult {
  const { version, summary, description } = resource;
  const name = nameOf(resource);
  const href = linkTo(resource, look.getAttribute('href') ?? '');
  return html`<div class="words"><div part="title" class="title" role="heading" aria-level=${look.getAttribute('heading') ?? 3}>${
    href ? html`<a part="link" href=${href} .textContent=${name}></a>` : text('name', name)
  }${text('version', cut(version))}</div>${text('summary', cut(summary || description.replace(MARKUP, '')))}</div>`;
}

function renderFacts(resource: Resource, language: ResourceLanguage): TemplateResult {
  const { category, downloads, featured, filesize, game, likesCount, tags, team, user } = resource;
  const [downloaded, liked, , , size, tagged, verified, special] = language.messages;
  const chip = [featured && special, game?.name, category?.name].filter(Boolean).join(' · ');
  const maker = (name: string, avatar: string, isVerified: boolean) =>
    html`${renderPicture('avatar', name, avatar)}${text('maker', cut(name))}${isVerified ? labelled('verified', verified, icon(CHECK)) : nothing}`;
  const count = (path: string, label: string, value: number) =>
    labelled('figure', `${label}: ${language.whole(value)}`, [
      icon(path),
      text('', formatNumber(value, language.code, { notation: 'compact', maximumFractionDigits: 1 })),
    ]);
  const bytes = formatBytes(Number(filesize), language.code);
  return html`${chip ? text('chip', cut(chip)) : nothing}<div part="makers" class="row">${
    user ? maker(user.displayName || user.username, user.avatar, user.verified) : nothing
  }${team ? maker(team.name, team.avatar, team.isVerified) : nothing}</div><div part="tags" class="row tags" role="list" aria-label=${tagged}>${tags
    .slice(0, MOST_TAGS)
    .map(
      (tag) => html`<span part="tag" class="tag" role="listitem" .textContent=${cut(tag)}></span>`,
    )}</div><div part="figures" class="row figures">${count(DOWN, downloaded, downloads)}${count(HEART, liked, likesCount)}${
    bytes ? labelled('figure', `${size}: ${bytes}`, text('', bytes)) : nothing
  }${renderDate(resource, language)}</div>`;
}

function labelled(part: string, label: string, inside: unknown): TemplateResult {
  return html`<span part=${part} class=${part} role="img" aria-label=${label} title=${label}>${inside}</span>`;
}

function renderPicture(part: string, name: string, image = ''): TemplateResult {
  const address = toImageAddress(image);
  return html`<span part=${part} class=${`picture ${part}`} aria-hidden="true"><span .textContent=${[...name][0] ?? ''}></span>${
    address
      ? html`<img alt="" loading="lazy" width="640" height="360" src=${address} @load=${show} @error=${show}>`
      : nothing
  }</span>`;
}

/** A picture that cannot be had gives way to what stands behind it. */
function show({ target, type }: Event): void {
  if (target instanceof HTMLElement) target.style.opacity = type === 'load' ? '1' : '0';
}

function renderDate(
  { createdAt, updatedAt }: Resource,
  { code, messages }: ResourceLanguage,
): TemplateResult | typeof nothing {
  const date = updatedAt || createdAt;
  const label = updatedAt ? messages[2] : messages[3];
  const day = formatDay(date, code);
  return day
    ? html`<time part="date" class="date" datetime=${date} title=${`${label}: ${day}`} .textContent=${formatAge(Date.now() - Date.parse(date), code)}></time>`
    : nothing;
}

/** The size where it is one; `''` else. */
function formatBytes(bytes: number, code: string): string {
  const power = Math.min(Math.trunc(Math.log10(bytes) / 3), 3);
  const options = { style: 'unit', unit: UNITS[power], maximumFractionDigits: 1 } as const;
  return bytes > 0 && bytes < 1e18 ? formatNumber(bytes / 1000 ** power, code, options) : '';
}

/** Where the title leads: the page says how its addresses are made of a resource. */
function linkTo(resource: Resource, href: string): string {
  const parts = { ...resource, game: resource.game?.slug };
  const address = href.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(Reflect.get(parts, name)));
  return isWebAddress(address) ? address : '';
}

function nameOf(resource: Resource | null): string {
  return cut(resource?.title || resource?.slug);
}

function cut(text = ''): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
