import type { HTMLAttributes } from 'svelte/elements';
import type { ServerVoteAttributes, ServerVoteElement, ServerVoteEventMap } from '../index.ts';

/** Svelte 5 listens to the event that is named behind `on`. */
type Listeners = { [Name in keyof ServerVoteEventMap as `on${Name}`]?: (event: ServerVoteEventMap[Name]) => void };

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'server-vote': Omit<HTMLAttributes<ServerVoteElement>, keyof ServerVoteAttributes> &
      ServerVoteAttributes &
      Listeners;
  }
}
