import type { HTMLAttributes } from 'vue';
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

type Camel<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/** Vue's templates know attributes by their names without hyphens. */
type Camelled<Attributes> = { [Name in keyof Attributes as Camel<Name>]: Attributes[Name] };

type Listeners<Events> = {
  [Name in keyof Events & string as `on${Capitalize<Camel<Name>>}`]?: (event: Events[Name]) => void;
};

type Component<Element, Attributes, Events> = new () => Element & {
  /** For Vue's checker of templates only; the element has no such property. */
  $props: HTMLAttributes & Camelled<Attributes> & Listeners<Events>;
};

declare module 'vue' {
  interface GlobalComponents {
    'server-vote': Component<ServerVoteElement, ServerVoteAttributes, ServerVoteEventMap>;
    'resource-card': Component<ResourceCardElement, ResourceCardAttributes, ResourceCardEventMap>;
    'resource-list': Component<ResourceListElement, ResourceListAttributes, ResourceListEventMap>;
  }
}
