import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Elements, Listeners } from './elements.d.ts';

type Props<Element, Attributes, Events> = DetailedHTMLProps<HTMLAttributes<Element>, Element> &
  Attributes &
  Listeners<Events>;

type AllProps = {
  [Tag in keyof Elements]: Props<Elements[Tag]['element'], Elements[Tag]['attributes'], Elements[Tag]['events']>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AllProps {}
  }
}
