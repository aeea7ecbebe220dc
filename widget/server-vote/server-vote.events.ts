import type { ProblemCode } from '../../contract/types.ts';
import type { VoteStatus } from './server-vote.state.ts';

/** What every event tells. */
export interface VoteFacts {
  /** `null` until it is known. */
  readonly votes: number | null;
  /** `null` when there is nothing to wait for. */
  readonly nextVoteAt: Date | null;
}

/** All events of the element bubble, and leave shadow trees. */
class VoteEvent extends Event implements VoteFacts {
  declare readonly votes: number | null;
  declare readonly nextVoteAt: Date | null;

  constructor(name: string, { votes, nextVoteAt }: VoteFacts, own?: object) {
    super(`server-vote-${name}`, { bubbles: true, composed: true, cancelable: name === 'before' });
    Object.assign(this, { votes, nextVoteAt }, own);
  }
}

/** `server-vote-ready`: it is known for the first time how things stand. */
export class VoteReadyEvent extends VoteEvent {
  constructor(facts: VoteFacts) {
    super('ready', facts);
  }
}

/** `server-vote-before`: a vote is about to be sent. `preventDefault()` keeps it back. */
export class VoteBeforeEvent extends VoteEvent {
  /** The voter's name in the game, where there is one. */
  declare readonly username: string | undefined;

  constructor(facts: VoteFacts, own: { readonly username: string | undefined }) {
    super('before', facts, own);
  }
}

/** `server-vote-cast`: a vote of this element was counted. */
export class VoteCastEvent extends VoteEvent {
  declare readonly username: string | undefined;

  constructor(facts: VoteFacts, own: { readonly username: string | undefined }) {
    super('cast', facts, own);
  }
}

/** `server-vote-refused`: a vote was not counted, and nothing is broken. Unless it is `already_voted`, it follows by itself. */
export class VoteRefusedEvent extends VoteEvent {
  /** Of the service; none where something in between refused. */
  declare readonly code: ProblemCode | undefined;

  constructor(facts: VoteFacts, own: { readonly code: ProblemCode | undefined }) {
    super('refused', facts, own);
  }
}

/** `server-vote-error`: no connection, no service, or an element that is not set up. */
export class VoteErrorEvent extends VoteEvent {
  /** Of the service; none where it has not answered. */
  declare readonly code: ProblemCode | undefined;
  /** A sentence of the service, for whoever runs the page. */
  declare readonly detail: string | undefined;

  constructor(facts: VoteFacts, own: { readonly code: ProblemCode | undefined; readonly detail: string | undefined }) {
    super('error', facts, own);
  }
}

/** `server-vote-statechange`: the element has come from one state into another. */
export class VoteStateChangeEvent extends VoteEvent {
  declare readonly state: VoteStatus;
  declare readonly previous: VoteStatus;

  constructor(facts: VoteFacts, own: { readonly state: VoteStatus; readonly previous: VoteStatus }) {
    super('statechange', facts, own);
  }
}

/** Each event by its name. */
export interface ServerVoteEventMap {
  'server-vote-ready': VoteReadyEvent;
  'server-vote-before': VoteBeforeEvent;
  'server-vote-cast': VoteCastEvent;
  'server-vote-refused': VoteRefusedEvent;
  'server-vote-error': VoteErrorEvent;
  'server-vote-statechange': VoteStateChangeEvent;
}

declare global {
  interface GlobalEventHandlersEventMap extends ServerVoteEventMap {}
}
