import type { OwnVotes } from './own-votes.ts';
import type { ServerClock } from './server-clock.ts';
import type { CheckedServer, Problem, SiteClient, UncheckedServer } from './site-client.ts';
import {
  failureReason,
  isPassing,
  isPressable,
  type ServerVote,
  untilMsOf,
  type VoteState,
  waitMs,
  waitReason,
} from './vote-state.ts';

export interface VotingOptions {
  readonly slugs: readonly string[];
  readonly client: SiteClient;
  readonly clock: ServerClock;
  readonly ownVotes: OwnVotes;
  /** From 0 to 1; spreads the retries of many visitors. */
  readonly random: () => number;
  readonly isOnline: () => boolean;
}

type Listener = (vote: ServerVote) => void;

interface Entry {
  readonly slug: string;
  vote: ServerVote;
  /** Tries since something last went well. */
  tries: number;
  readonly listeners: Listener[];
}

const MOST_TRIES = 6;

/** Voting for the servers of a page: one request for all of them, one timer. The page calls `tick` once a second. */
export class Voting {
  readonly #options: VotingOptions;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(options: VotingOptions) {
    this.#options = options;
    this.#entries = new Map(
      options.slugs.map((slug) => [
        slug,
        { slug, vote: { state: { kind: 'checking' }, votes: null }, tries: 0, listeners: [] },
      ]),
    );
  }

  /** Calls the listener now, at each change, and each second while something is counted down. */
  watch(slug: string, listener: Listener): void {
    const entry = this.#entries.get(slug);
    if (entry === undefined) return;
    entry.listeners.push(listener);
    listener(entry.vote);
  }

  /** Votes, if the server's state lets the visitor. */
  async vote(slug: string): Promise<void> {
    const entry = this.#entries.get(slug);
    if (entry !== undefined && isPressable(entry.vote.state)) await this.#send(entry);
  }

  /** Asks for all servers how things stand. */
  async refresh(): Promise<void> {
    await this.#check([...this.#entries.values()]);
  }

  /** Does what has come due, and lets the listeners draw what is counted down. */
  tick(): void {
    const due: Entry[] = [];
    for (const entry of this.#entries.values()) {
      const { state } = entry.vote;
      const untilMs = untilMsOf(state);
      if (untilMs === null) continue;
      if (this.#options.clock.now() < untilMs) draw(entry);
      else if (state.kind === 'busy' && state.wanted) void this.#send(entry);
      else due.push(entry);
    }
    this.#recheck(due);
  }

  /** The connection came back: sends what waited for it. */
  resume(): void {
    const unsure: Entry[] = [];
    for (const entry of this.#entries.values()) {
      const { state } = entry.vote;
      if (state.kind !== 'offline') continue;
      if (state.wanted) void this.#send(entry);
      else unsure.push(entry);
    }
    this.#recheck(unsure);
  }

  async #send(entry: Entry): Promise<void> {
    const { client, clock, ownVotes } = this.#options;
    change(entry, { kind: 'voting' });
    const answer = await client.castVote(entry.slug);
    if (!answer.ok) return this.#refuse(entry, answer.problem, true);
    const { now, nextVoteAt, votes } = answer.body;
    clock.set(now);
    ownVotes.remember(entry.slug, nextVoteAt);
    change(entry, { kind: 'voted', untilMs: Date.parse(nextVoteAt) }, votes);
  }

  #recheck(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    for (const entry of entries) change(entry, { kind: 'checking' });
    void this.#check(entries);
  }

  async #check(entries: readonly Entry[]): Promise<void> {
    const answer = await this.#options.client.checkVotes(entries.map(({ slug }) => slug));
    if (answer.ok) {
      this.#options.clock.set(answer.body.now);
      for (const result of answer.body.results) this.#apply(result);
      return;
    }
    for (const entry of entries) {
      // What is known already stays on the page; only what is not known yet has to say why.
      if (entry.vote.state.kind === 'checking') this.#refuse(entry, answer.problem, false);
    }
  }

  #apply(result: CheckedServer | UncheckedServer): void {
    const entry = this.#entries.get(result.requested);
    if (entry === undefined) return;
    const { state } = entry.vote;
    if ('code' in result) {
      change(entry, { kind: 'error', detail: `${result.title}.` });
      return;
    }
    const { nextVoteAt, serverVotes } = result;
    if (nextVoteAt !== null) change(entry, this.#waitingState(entry, nextVoteAt), serverVotes);
    // A vote that is under way, waits to be sent or has failed knows better than a check that was asked before it.
    else if (state.kind === 'voting' || state.kind === 'error' || ('wanted' in state && state.wanted)) {
      change(entry, state, serverVotes);
    } else change(entry, { kind: 'ready' }, serverVotes);
  }

  #waitingState({ slug, vote: { state } }: Entry, nextVoteAt: string): VoteState {
    const untilMs = Date.parse(nextVoteAt);
    if (!this.#options.ownVotes.has(slug, nextVoteAt)) return { kind: 'network', untilMs };
    return { kind: state.kind === 'voted' && state.untilMs === untilMs ? 'voted' : 'cooldown', untilMs };
  }

  #refuse(entry: Entry, problem: Problem | null, wanted: boolean): void {
    const { clock, isOnline, random } = this.#options;
    if (problem?.now !== undefined) clock.set(problem.now);
    if (problem?.code === 'already_voted' && typeof problem.nextVoteAt === 'string') {
      change(entry, this.#waitingState(entry, problem.nextVoteAt), problem.votes);
    } else if (problem === null && !isOnline()) {
      change(entry, { kind: 'offline', wanted });
    } else if (isPassing(problem) && entry.tries < MOST_TRIES) {
      entry.tries += 1;
      const untilMs = clock.now() + waitMs(problem, entry.tries, random());
      change(entry, { kind: 'busy', untilMs, detail: waitReason(problem, wanted), wanted });
    } else {
      change(entry, { kind: 'error', detail: failureReason(problem) });
    }
  }
}

function change(entry: Entry, state: VoteState, votes: number | null = entry.vote.votes): void {
  entry.vote = { state, votes };
  if (state.kind !== 'busy' && state.kind !== 'voting' && state.kind !== 'checking') entry.tries = 0;
  draw(entry);
}

function draw({ listeners, vote }: Entry): void {
  for (const listener of listeners) listener(vote);
}
