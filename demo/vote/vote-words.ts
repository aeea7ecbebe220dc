import { formatCountdown, formatLength, formatMoment, formatSeconds } from './format-time.ts';
import type { VoteState } from './vote-state.ts';

export type IconName = 'up' | 'ok' | 'clock' | 'house' | 'spin' | 'off' | 'retry' | 'none';

/** What a button says in a state. The words that change each second are apart from those that do not. */
export interface VoteWords {
  readonly icon: IconName;
  /** First line. */
  readonly label: string;
  /** Second line, of which only `ticking` changes. */
  readonly sub: string;
  readonly ticking: string;
  /** For a small button: one line. */
  readonly short: string;
  /** The whole for those who hear it: it never changes by the second. */
  readonly spoken: string;
  /** Why the visitor cannot vote, where the button alone does not say it. */
  readonly reason: string;
  /** Sentences to stand under the button. */
  readonly note: string;
}

export interface WordsContext {
  readonly serverName: string;
  readonly nowMs: number;
  readonly cooldownMs: number;
}

type Timed = Extract<VoteState, { kind: 'voted' | 'cooldown' | 'network' }>;

const NETWORK = 'Someone on this network has already voted';

/** The words of every state. Refusals are calm: the visitor did nothing wrong. */
export function wordsOf(state: VoteState, context: WordsContext): VoteWords {
  const to = `for ${context.serverName}`;
  switch (state.kind) {
    case 'checking':
      return words({ icon: 'none', spoken: `Vote ${to}: checking` });
    case 'ready': {
      const note = `One vote for each network every ${formatLength(context.cooldownMs)}.`;
      return words({ icon: 'up', label: 'Vote for this server', short: 'Vote', spoken: `Vote ${to}`, note });
    }
    case 'voting':
      return words({ icon: 'spin', label: 'Voting', short: 'Voting', spoken: `Voting ${to}` });
    case 'busy': {
      const left = formatSeconds(state.untilMs - context.nowMs);
      const text = {
        label: 'Busy right now',
        sub: 'trying again in',
        ticking: left,
        short: left,
        reason: state.detail,
        note: state.detail,
      };
      return words({ icon: 'spin', ...text, spoken: `Busy right now, trying again by itself. Vote ${to}` });
    }
    case 'offline': {
      const sub = state.wanted ? 'votes when you are back' : 'checks when you are back';
      const note = state.wanted ? 'Your vote is sent as soon as you are back.' : '';
      return words({
        icon: 'off',
        label: 'You are offline',
        sub,
        short: 'Offline',
        note,
        spoken: `You are offline. Vote ${to}`,
      });
    }
    case 'error': {
      const text = {
        label: 'Could not vote',
        sub: 'press to try again',
        short: 'Try again',
        reason: state.detail,
        note: state.detail,
      };
      return words({ icon: 'retry', ...text, spoken: `Could not vote, press to try again ${to}` });
    }
    default:
      return timedWords(state, context);
  }
}

function timedWords({ kind, untilMs }: Timed, { nowMs, serverName }: WordsContext): VoteWords {
  const moment = formatMoment(untilMs, nowMs);
  const ticking = formatCountdown(untilMs - nowMs);
  const again = `Vote again for ${serverName} ${moment}`;
  if (kind === 'voted') {
    const note = `Counted. You can vote again ${moment}.`;
    const text = { label: 'Thanks for voting', sub: 'again in', spoken: `Thanks for voting. ${again}` };
    return words({ icon: 'ok', ...text, ticking, short: ticking, note });
  }
  if (kind === 'cooldown') {
    const note = `You have voted. You can vote again ${moment}.`;
    return words({ icon: 'clock', label: 'Vote again in', sub: '', ticking, short: ticking, note, spoken: again });
  }
  const text = { label: 'Your network has voted', sub: 'next vote in', spoken: `${NETWORK}. ${again}` };
  const note = `${NETWORK}. Next vote ${moment}.`;
  return words({ icon: 'house', ...text, ticking, short: ticking, reason: NETWORK, note });
}

function words(some: Partial<VoteWords> & Pick<VoteWords, 'icon' | 'spoken'>): VoteWords {
  return { label: '', sub: '', ticking: '', short: '', reason: '', note: '', ...some };
}
