import type { DetailedHTMLProps, HTMLAttributes } from 'react';
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

/** React 19 listens to the event that is named behind `on`. */
type Listeners<Events> = { [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void };

type Props<Element, Attributes, Events> = DetailedHTMLProps<HTMLAttributes<Element>, Element> &
  Attributes &
  Listeners<Events>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'server-vote': Props<ServerVoteElement, ServerVoteAttributes, ServerVoteEventMap>;
      'resource-card': Props<ResourceCardElement, ResourceCardAttributes, ResourceCardEventMap>;
      'resource-list': Props<ResourceListElement, ResourceListAttributes, ResourceListEventMap>;
    }
  }
}
