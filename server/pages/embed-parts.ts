import type { PublicServer } from '../../contract/public-server.ts';
import {
  type CardResource,
  createCardSnippet,
  createVoteSnippet,
  type ScriptFile,
  type Snippet,
} from '../embed-snippet.ts';
import type { EmbedChoice } from './embed-choice.ts';
import type { WidgetScripts } from './widget-scripts.ts';

/** What a choice is written out with. */
export interface EmbedContext {
  /** The service's own origin. */
  readonly publicUrl: string;
  readonly scripts: WidgetScripts;
}

/** A server of the site, its votes, and the size of its badges in pixels. */
export interface EmbedServer {
  readonly server: PublicServer;
  readonly votes: number;
  readonly badges: Readonly<Record<EmbedChoice['badge'], readonly [width: number, height: number]>>;
}

/** What was chosen, where it is there and the kind of element is of it. */
export interface EmbedFound {
  readonly server: EmbedServer | null;
  readonly resource: CardResource | null;
}

/** Attributes that every element has. */
function sharedAttributes({ theme, lang }: EmbedChoice): Snippet['attributes'] {
  return [...(theme === 'auto' ? [] : [['theme', theme] as const]), ...(lang === '' ? [] : [['lang', lang] as const])];
}

/** The snippet of a choice, where what it is of was found. */
export function snippetOf(
  { publicUrl, scripts }: EmbedContext,
  choice: EmbedChoice,
  { server, resource }: EmbedFound,
): Snippet | null {
  const script = scriptOf({ publicUrl, scripts }, choice);
  if (choice.kind === 'vote') {
    if (server === null) return null;
    const place = { publicUrl, siteId: choice.site, server: server.server };
    return createVoteSnippet(script, place, { ...choice, others: voteAttributes(choice) });
  }
  const attributes = contentAttributes(choice);
  if (choice.kind === 'list') return { script, tag: 'resource-list', attributes, fallback: null };
  return resource === null ? null : createCardSnippet(script, resource, { attributes, href: choice.href });
}

function contentAttributes(choice: EmbedChoice): Snippet['attributes'] {
  const { kind, site, resource, category, game, limit, href } = choice;
  const own: Snippet['attributes'] =
    kind === 'card'
      ? [['resource', resource]]
      : [
          ['category', category],
          ['limit', limit === '20' ? '' : limit],
        ];
  const named = [['site', site] as const, ...own, ['game', game] as const, ['href', href] as const];
  return [...named.filter(([, value]) => value !== ''), ...sharedAttributes(choice)];
}

function voteAttributes(choice: EmbedChoice): Snippet['attributes'] {
  const { countdown, hideCount, askName } = choice;
  return [
    ...sharedAttributes(choice),
    ...(countdown === 'clock' ? [] : [['countdown', countdown] as const]),
    ...(hideCount ? [['hide-count', true] as const] : []),
    ...(askName ? [['ask-username', true] as const] : []),
  ];
}

/** The browser file that a choice needs. */
function scriptOf({ publicUrl, scripts }: EmbedContext, choice: EmbedChoice): ScriptFile {
  const isModule = choice.system !== 'wordpress';
  const name = `${choice.kind === 'vote' ? 'server-vote' : 'resource-card'}${isModule ? '' : '.classic'}.js`;
  const integrity = scripts.files[name] ?? null;
  if (choice.version === 'exact') return { url: `${publicUrl}/widget/${scripts.version}/${name}`, integrity, isModule };
  const major = scripts.version.split('.')[0];
  return { url: `${publicUrl}/widget/v${major}/${name}`, integrity: null, isModule };
}

/** Can cards be embedded? Their file may not be part of this build. */
export function hasCards({ files }: WidgetScripts): boolean {
  return Object.hasOwn(files, 'resource-card.js');
}
