import type { HTMLAttributes } from 'svelte/elements';
import type { Elements, Listeners } from './elements.d.ts';

type Props<Element extends EventTarget, Attributes, Events> = Omit<HTMLAttributes<Element>, keyof Attributes> &
  Attributes &
  Listeners<Events>;

type AllProps = {
  [Tag in keyof Elements]: Props<Elements[Tag]['element'], Elements[Tag]['attributes'], Elements[Tag]['events']>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends AllProps {}
}
