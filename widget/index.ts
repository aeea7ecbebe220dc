import type { ServerVoteAttributes } from './server-vote/server-vote.attributes.ts';
import {
  type ServerVoteEventMap,
  VoteBeforeEvent,
  VoteCastEvent,
  VoteErrorEvent,
  VoteReadyEvent,
  VoteRefusedEvent,
  VoteStateChangeEvent,
} from './server-vote/server-vote.events.ts';
import type { VoteStatus } from './server-vote/server-vote.state.ts';
import { ServerVoteElement } from './server-vote/server-vote.ts';

/** The element and its events, for pages that bundle them. Importing this defines nothing; `define.ts` does. */
export {
  type ServerVoteAttributes,
  ServerVoteElement,
  type ServerVoteEventMap,
  VoteBeforeEvent,
  VoteCastEvent,
  VoteErrorEvent,
  VoteReadyEvent,
  VoteRefusedEvent,
  VoteStateChangeEvent,
  type VoteStatus,
};
