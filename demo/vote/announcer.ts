import { setText } from './vote-button.ts';
import type { VoteState } from './vote-state.ts';
import type { VoteWords } from './vote-words.ts';

/** Says a change aloud to those who do not see it: what a press led to, and when a wait is over. Never the seconds. */
export type Announce = (slug: string, state: VoteState, words: VoteWords) => void;

type Kind = VoteState['kind'];

/** What a state says must come from one of these to be news; the first look at the page is none. */
const NEWS_AFTER: Readonly<Record<Kind, readonly Kind[]>> = {
  checking: [],
  voting: [],
  ready: ['voted', 'cooldown', 'network'],
  voted: ['voting'],
  cooldown: ['voting'],
  network: ['voting'],
  busy: ['voting'],
  offline: ['voting'],
  error: ['voting', 'busy'],
};

export function createAnnouncer(region: HTMLElement): Announce {
  const last = new Map<string, Kind>();
  return (slug, { kind }, words) => {
    const before = last.get(slug);
    if (before === kind) return;
    // Between a wait and its end lies a short look at the service that says nothing itself.
    if (kind !== 'checking') last.set(slug, kind);
    if (before !== undefined && NEWS_AFTER[kind].includes(before))
      setText(region, `${words.spoken}. ${words.note}`.trim());
  };
}
