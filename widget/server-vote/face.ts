import type { Messages } from '../shared/messages.ts';
import type { VoteStatus } from './server-vote.state.ts';

/** What the button shows in a state. */
export type Face = readonly [
  /** Path data of the icon, in a square of 24. None: a placeholder or a spinner. */
  icon: string,
  label: string,
  /** Second line; `{}` stands for the time that is left. */
  note: string,
];

export const UP = 'M12 19V5M5.5 11.5 12 5l6.5 6.5';
const CHECK = 'm5 12.5 4.5 4.5L19 7.5';
const CLOCK = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7.5V12l3 2';
const HOUSE = 'M4.5 11 12 4.5l7.5 6.5V20h-15zM10 20v-5h4v5';
const CUT = 'M4 4l16 16M5 12a10 10 0 0 1 14 0M8.5 15.5a5 5 0 0 1 7 0M12 19h.01';
const ROUND = 'M19 12a7 7 0 1 1-2-5l3 2M20 4v5h-5';

/** Icon and words of every state. Refusals are calm: the visitor did nothing wrong. */
export function faceOf(
  status: VoteStatus,
  ballot: { readonly isOwn: boolean; readonly wish: object | null } | undefined,
  words: Messages,
): Face {
  const [vote, voting, thanks, voted, network, again, busy, retrying, offline, later, failed, pressAgain, notSetUp] =
    words;
  const faces: Record<VoteStatus, Face> = {
    checking: ['', vote, ''],
    ready: [UP, vote, ''],
    voting: ['', voting, ''],
    voted: [CHECK, thanks, again],
    cooldown: ballot?.isOwn ? [CLOCK, voted, again] : [HOUSE, network, again],
    busy: ['', busy, retrying],
    offline: [CUT, offline, ballot?.wish ? later : ''],
    error: [ROUND, failed, pressAgain],
    misconfigured: [CUT, notSetUp, ''],
  };
  return faces[status];
}
