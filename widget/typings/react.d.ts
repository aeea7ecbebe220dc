import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ServerVoteAttributes, ServerVoteElement, ServerVoteEventMap } from '../index.ts';

/** React 19 listens to the event that is named behind `on`. */
type Listeners = { [Name in keyof ServerVoteEventMap as `on${Name}`]?: (event: ServerVoteEventMap[Name]) => void };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'server-vote': DetailedHTMLProps<HTMLAttributes<ServerVoteElement>, ServerVoteElement> &
        ServerVoteAttributes &
        Listeners;
    }
  }
}
