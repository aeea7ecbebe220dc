import type { Problem } from './site-client.ts';

/** How voting for one server stands. Moments are milliseconds of the service's clock. */
export type VoteState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'voting' }
  /** `voted` just now, `cooldown` earlier from this browser, `network` by somebody else behind the same address. */
  | { readonly kind: 'voted' | 'cooldown' | 'network'; readonly untilMs: number }
  /** The service asked for patience; the page asks again by itself. */
  | { readonly kind: 'busy'; readonly untilMs: number; readonly detail: string; readonly wanted: boolean }
  | { readonly kind: 'offline'; readonly wanted: boolean }
  | { readonly kind: 'error'; readonly detail: string };

export interface ServerVote {
  readonly state: VoteState;
  /** `null` until it is known. */
  readonly votes: number | null;
}

const LONGEST_WAIT_MS = 60_000;

/** May the visitor press the button? */
export function isPressable({ kind }: VoteState): boolean {
  return kind === 'ready' || kind === 'error';
}

/** Is the moment counted down to in the state, so that it has to be drawn each second? */
export function untilMsOf(state: VoteState): number | null {
  return 'untilMs' in state ? state.untilMs : null;
}

/** Is it worth asking again without being told to? */
export function isPassing(problem: Problem | null): boolean {
  return problem === null || problem.status === 429 || problem.status >= 500;
}

/** How long to wait before the next try: what the service says, else twice as long each time; a little more for each browser. */
export function waitMs(problem: Problem | null, tries: number, random: number): number {
  const told = (problem?.retryAfter ?? 0) * 1000;
  const grown = Math.min(LONGEST_WAIT_MS, 2 ** tries * 1000);
  return Math.max(told, problem?.retryAfter === undefined ? grown : 0) + random * 500;
}

/** Why the page waits, for a visitor; and what becomes of the vote, if there is one. */
export function waitReason(problem: Problem | null, wanted: boolean): string {
  return wanted ? `${waitCause(problem)} Your vote is sent again by itself.` : waitCause(problem);
}

/** What went wrong for good, as the service says it. */
export function failureReason(problem: Problem | null): string {
  if (problem === null) return waitCause(problem);
  const { title, detail, requestId } = problem;
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  return `${title.replace(/\.$/, '')}${request}. ${detail}`;
}

function waitCause(problem: Problem | null): string {
  if (problem === null) return 'The service does not answer.';
  if (problem.code === 'rate_limited') return 'Many people are voting on this site right now.';
  if (problem.code === 'too_many_requests') return 'Too many requests came from this network.';
  return 'The service cannot count votes at the moment.';
}
