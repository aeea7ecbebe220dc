import type { ContentStatus } from './resource-card/content-element.ts';
import {
  type ResourceCardEventMap,
  ResourceErrorEvent,
  type ResourceListEventMap,
  ResourceLoadEvent,
} from './resource-card/resource.events.ts';
import type { ResourceCardAttributes } from './resource-card/resource-card.attributes.ts';
import { ResourceCardElement } from './resource-card/resource-card.ts';
import type { ResourceListAttributes } from './resource-list/resource-list.attributes.ts';
import { ResourceListElement } from './resource-list/resource-list.ts';
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

/** The elements and their events, for pages that bundle them. Importing this defines nothing; `define.ts` and `define-resources.ts` do. */
export {
  type ContentStatus,
  type ResourceCardAttributes,
  ResourceCardElement,
  type ResourceCardEventMap,
  ResourceErrorEvent,
  type ResourceListAttributes,
  ResourceListElement,
  type ResourceListEventMap,
  ResourceLoadEvent,
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
