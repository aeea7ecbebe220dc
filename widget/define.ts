import { ServerVoteElement } from './server-vote/server-vote.ts';
import { defineElement } from './shared/define-element.ts';

/** Makes `<server-vote>` work on this page. */
export function defineServerVote(): void {
  defineElement('server-vote', ServerVoteElement);
}

defineServerVote();
