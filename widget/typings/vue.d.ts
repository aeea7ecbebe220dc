import type { HTMLAttributes } from 'vue';
import type { ServerVoteAttributes, ServerVoteElement, ServerVoteEventMap } from '../index.ts';

type Camel<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/** Vue's templates know attributes by their names without hyphens. */
type Attributes = { [Name in keyof ServerVoteAttributes as Camel<Name>]: ServerVoteAttributes[Name] };

type Listeners = {
  [Name in keyof ServerVoteEventMap as `on${Capitalize<Camel<Name>>}`]?: (event: ServerVoteEventMap[Name]) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'server-vote': new () => ServerVoteElement & {
      /** For Vue's checker of templates only; the element has no such property. */
      $props: HTMLAttributes & Attributes & Listeners;
    };
  }
}
