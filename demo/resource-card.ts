import { element, icon } from './element.ts';

interface Named {
  readonly name: string;
}

export interface DemoResource {
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  readonly tags: readonly string[];
  readonly coverImageUrl: string;
  readonly downloads: number;
  readonly likesCount: number;
  readonly featured: boolean;
  readonly user: { readonly displayName: string; readonly avatar: string; readonly verified: boolean } | null;
  readonly team: (Named & { readonly avatar: string; readonly isVerified: boolean }) | null;
  readonly game: Named | null;
  readonly category: Named | null;
  /** ISO 8601, or empty. */
  readonly updatedAt: string;
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
const DAY_MS = 86_400_000;
const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', DAY_MS / 24],
  ['minute', DAY_MS / 1440],
] as const;

/** A card of one resource. Every text is set as text. */
export function createResourceCard(resource: DemoResource, nowMs: number): HTMLElement {
  const { game, category } = resource;
  const chips = [game?.name, category?.name].filter((name) => name !== undefined);
  return element(
    'li',
    { class: 'res' },
    element(
      'div',
      { class: 'res-cover' },
      cover(resource.coverImageUrl),
      element('span', { class: 'res-chip' }, chips.join(' · ')),
    ),
    element(
      'div',
      { class: 'res-body' },
      element('h3', { class: 'res-title', dir: 'auto' }, resource.title, ' ', element('small', {}, resource.version)),
      element('p', { class: 'res-summary', dir: 'auto' }, resource.summary),
      createMaker(resource),
      element('ul', { class: 'res-tags', 'aria-label': 'Tags' }, ...resource.tags.map((tag) => element('li', {}, tag))),
      element(
        'p',
        { class: 'res-figures' },
        figure(resource.downloads, 'downloads'),
        figure(resource.likesCount, 'likes'),
        createDate(resource.updatedAt, nowMs),
      ),
    ),
  );
}

function cover(url: string): HTMLElement {
  const image = element('img', { src: url, alt: '', loading: 'lazy', width: 640, height: 360 });
  image.addEventListener('error', () => image.remove(), { once: true });
  return image;
}

function createMaker({ user, team }: DemoResource): HTMLElement {
  const maker = user ?? {
    displayName: team?.name ?? '',
    avatar: team?.avatar ?? '',
    verified: team?.isVerified === true,
  };
  return element(
    'p',
    { class: 'res-maker' },
    maker.avatar !== '' && element('img', { src: maker.avatar, alt: '', width: 24, height: 24, loading: 'lazy' }),
    element('bdi', {}, maker.displayName),
    maker.verified &&
      element(
        'span',
        { class: 'res-verified', title: 'Verified' },
        icon('verified'),
        element('span', { class: 'unseen' }, 'verified'),
      ),
    user !== null && team !== null && element('span', { class: 'res-team' }, 'in ', element('bdi', {}, team.name)),
  );
}

function figure(count: number, unit: string): HTMLElement {
  return element(
    'span',
    { title: `${count.toLocaleString('en')} ${unit}` },
    element('b', {}, short.format(count)),
    ` ${unit}`,
  );
}

function createDate(date: string, nowMs: number): HTMLElement {
  const ms = Date.parse(date);
  if (Number.isNaN(ms)) return element('span', {});
  return element('time', { datetime: date, title: exact.format(ms) }, formatAge(ms - nowMs));
}

function formatAge(differenceMs: number): string {
  const [unit, length] = UNITS.find(([, length]) => Math.abs(differenceMs) >= length) ?? ['minute', DAY_MS / 1440];
  return ago.format(Math.trunc(differenceMs / length), unit);
}
