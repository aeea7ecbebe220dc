import type { VisitorListItem } from './gateway.ts';

/** As most visitors are answered for most servers. */
const FREE = '{"canVote":true,"nextVoteAt":null,"serverVotes":';

/**
 * Writes the answer to a check of a list as JSON. Visitors of a page ask for the same servers one after the other: to check and
 * write what twenty are called anew would take a tenth of the processor time of an answer.
 *
 * @param now ISO 8601.
 */
export function jsonOfList(now: string, items: readonly VisitorListItem[]): string {
  // Added one by one, V8 copies each text once, when all is sent; joined, it would copy them twice.
  let text = `{"now":"${now}","results":[`;
  let separator = '';
  for (const item of items) {
    text += separator + jsonOfItem(item);
    separator = ',';
  }
  return `${text}]}`;
}

function jsonOfItem(item: VisitorListItem): string {
  if ('refusal' in item) return JSON.stringify({ requested: item.requested, ...item.refusal });
  const { eligibility, which } = item;
  const { canVote, nextVoteAt, serverVotes } = eligibility;
  if (canVote && nextVoteAt === null) return FREE + serverVotes + which;
  return `{"canVote":${canVote},"nextVoteAt":${JSON.stringify(nextVoteAt)},"serverVotes":${serverVotes}${which}`;
}
