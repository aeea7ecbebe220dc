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

/** What each framework has to know of each element, in words of its own. */
export interface Elements {
  'server-vote': { element: ServerVoteElement; attributes: ServerVoteAttributes; events: ServerVoteEventMap };
  'resource-card': { element: ResourceCardElement; attributes: ResourceCardAttributes; events: ResourceCardEventMap };
  'resource-list': { element: ResourceListElement; attributes: ResourceListAttributes; events: ResourceListEventMap };
}

/** React 19 and Svelte 5 listen to the event that is named behind `on`. */
export type Listeners<Events> = { [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void };
