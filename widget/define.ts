import { ServerVoteElement } from './server-vote/server-vote.ts';

const TAG = 'server-vote';

/** Makes `<server-vote>` work on this page. Where a copy of the widget has done so before, that one stays. */
export function defineServerVote(): void {
  // There is nothing to define where pages are rendered on a server.
  if (typeof document === 'undefined') return;
  const known = customElements.get(TAG);
  if (!known) customElements.define(TAG, ServerVoteElement);
  else if (known !== ServerVoteElement) {
    const other: unknown = Reflect.get(known, 'version');
    if (other === ServerVoteElement.version) return;
    // biome-ignore lint/suspicious/noConsole: whoever put two scripts on the page looks there.
    console.warn(`<server-vote> ${other} stays, ${ServerVoteElement.version} is left out.`);
  }
}

defineServerVote();
