import { SYSTEMS } from '../embed-snippet.ts';

/** The choices of the embed page, each with its values. The first is what is meant where nothing is said. */
export const CHOICES = {
  kind: ['vote', 'card', 'list'],
  variant: ['button', 'card', 'compact'],
  size: ['medium', 'large'],
  theme: ['auto', 'light', 'dark'],
  countdown: ['clock', 'text', 'none'],
  state: ['ready', 'cooldown'],
  version: ['exact', 'newest'],
  system: SYSTEMS,
  badge: ['flat', 'large', 'button'],
  /** Cards on a page of a list. */
  limit: ['20', '6', '12', '48'],
} as const;

type Choices = { readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

/** All that is chosen, which is all that the address of the page says. */
export interface EmbedChoice extends Choices {
  readonly site: string;
  readonly server: string;
  readonly resource: string;
  readonly game: string;
  readonly category: string;
  /** Where titles of resources lead, `''` for nowhere. `{slug}`, `{id}` and `{game}` stand for those of the resource. */
  readonly href: string;
  /** `''`: the language of the page that it is put into. */
  readonly lang: string;
  readonly hideCount: boolean;
  readonly askName: boolean;
  /** What the site itself asks for, which need not be said. */
  readonly asksNameAnyway: boolean;
}

/** Languages that the elements speak. */
export const LANGUAGES = 'ar cs da de el en es fi fr he hu id it ja ko nl no pl pt ro ru sv tr uk vi zh'.split(' ');

const TEXTS = ['site', 'server', 'resource', 'game', 'category', 'href'] as const;
/** Of the web, or relative: what the element makes a link of. */
const WEB_ADDRESS = /^(https?:\/\/|[^:]+$)/;
const LONGEST = 200;

/** Reads the query of the page. What it does not know it takes for the usual, so that old links go on working. */
export function readChoice(query: URLSearchParams, asksNameAnyway = false): EmbedChoice {
  const texts = TEXTS.map((name) => readText(query, name));
  const [site = '', server = '', resource = '', game = '', category = '', href = ''] = texts;
  const lang = query.get('lang') ?? '';
  return {
    site,
    server,
    resource,
    game,
    category,
    href: WEB_ADDRESS.test(href) ? href : '',
    kind: pick(CHOICES.kind, query.get('kind')),
    variant: pick(CHOICES.variant, query.get('variant')),
    size: pick(CHOICES.size, query.get('size')),
    theme: pick(CHOICES.theme, query.get('theme')),
    countdown: pick(CHOICES.countdown, query.get('countdown')),
    state: pick(CHOICES.state, query.get('state')),
    version: pick(CHOICES.version, query.get('version')),
    system: pick(CHOICES.system, query.get('system')),
    badge: pick(CHOICES.badge, query.get('badge')),
    limit: pick(CHOICES.limit, query.get('limit')),
    lang: LANGUAGES.includes(lang) ? lang : '',
    hideCount: query.has('hideCount'),
    // The form sends an `off` before the `on` of its box, so that a cleared one is said too.
    askName: query.has('askName') ? query.getAll('askName').includes('on') : asksNameAnyway,
    asksNameAnyway,
  };
}

/** The same choice as a query, without what is usual. */
export function writeChoice(choice: EmbedChoice): string {
  const query = new URLSearchParams();
  for (const name of TEXTS) if (choice[name] !== '') query.set(name, choice[name]);
  for (const [name, values] of Object.entries(CHOICES)) {
    const value = new Map(Object.entries(choice)).get(name);
    if (value !== values[0]) query.set(name, String(value));
  }
  if (choice.lang !== '') query.set('lang', choice.lang);
  if (choice.hideCount) query.set('hideCount', 'on');
  if (choice.askName !== choice.asksNameAnyway) query.set('askName', choice.askName ? 'on' : 'off');
  return query.toString();
}

function readText(query: URLSearchParams, name: string): string {
  return (query.get(name) ?? '').normalize('NFC').trim().slice(0, LONGEST);
}

function pick<Value extends string>(values: readonly [Value, ...Value[]], given: string | null): Value {
  return values.find((value) => value === given) ?? values[0];
}
