import type { HTMLAttributes } from 'vue';
import type { Elements } from './elements.d.ts';

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

type AllComponents = {
  [Tag in keyof Elements]: Component<Elements[Tag]['element'], Elements[Tag]['attributes'], Elements[Tag]['events']>;
};

declare module 'vue' {
  interface GlobalComponents extends AllComponents {}
}
