import type { HTMLAttributes } from 'svelte/elements';
import type {
  ResourceCardAttributes,
  ResourceCardElement,
  ResourceCardEventMap,
  ResourceListAttributes,
  ResourceListElement,
  ResourceListEventMap,
  ServerVoteAttributes,
  ServerVoteElement,
  ServerVoteEventMap,
} from '../index.ts';

/** Svelte 5 listens to the event that is named behind `on`. */
type Listeners<Events> = { [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void };

type Props<Element extends EventTarget, Attributes, Events> = Omit<HTMLAttributes<Element>, keyof Attributes> &
  Attributes &
  Listeners<Events>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'server-vote': Props<ServerVoteElement, ServerVoteAttributes, ServerVoteEventMap>;
    'resource-card': Props<ResourceCardElement, ResourceCardAttributes, ResourceCardEventMap>;
    'resource-list': Props<ResourceListElement, ResourceListAttributes, ResourceListEventMap>;
  }
}
