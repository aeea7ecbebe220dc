import { createVoteSnippet, type ScriptFile, type Snippet, type VotePlace } from '../embed-snippet.ts';
import type { EmbedChoice } from './embed-choice.ts';
import type { WidgetScripts } from './widget-scripts.ts';

/** What a choice is written out with. */
export interface EmbedContext {
  /** The service's own origin. */
  readonly publicUrl: string;
  readonly scripts: WidgetScripts;
}

/** Attributes that every element has. */
function sharedAttributes({ theme, lang }: EmbedChoice): Snippet['attributes'] {
  return [...(theme === 'auto' ? [] : [['theme', theme] as const]), ...(lang === '' ? [] : [['lang', lang] as const])];
}

/** The snippet of a choice; `server` is known where a vote element was chosen. */
export function snippetOf(
  { publicUrl, scripts }: EmbedContext,
  choice: EmbedChoice,
  server: VotePlace['server'] | null,
): Snippet | null {
  const script = scriptOf({ publicUrl, scripts }, choice);
  if (choice.kind === 'vote') {
    if (server === null) return null;
    const place = { publicUrl, siteId: choice.site, server };
    return createVoteSnippet(script, place, { ...choice, others: voteAttributes(choice) });
  }
  if (choice.kind === 'card' && choice.resource === '') return null;
  const { resource, game, category } = choice;
  const named = (name: string, value: string) => (value === '' ? [] : [[name, value] as const]);
  const own = choice.kind === 'card' ? named('resource', resource) : named('category', category);
  return {
    script,
    tag: choice.kind === 'card' ? 'resource-card' : 'resource-list',
    attributes: [['site', choice.site], ...own, ...named('game', game), ...sharedAttributes(choice)],
    fallback: null,
  };
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
