import type { PublicServer, SiteVoteResult } from '../../contract/types.ts';
import type { Answer, Refusal } from '../shared/client.ts';
import type { OwnVote, OwnVotes } from '../shared/own-votes.ts';
import { statusAfter, waitMs } from '../shared/refusal.ts';
import type { Checked, Selector, Site } from '../shared/site.ts';
import type { Ticker } from '../shared/ticker.ts';
import { isPressable, type VoteStatus } from './server-vote.state.ts';

/** What became of a vote. A refusal says why; a counted vote has none. */
export type Report = (problem: Refusal | null) => void;

/** What all ballots of a page share. */
export interface Polls {
  readonly ticker: Ticker;
  readonly ownVotes: OwnVotes;
}

interface Wish {
  readonly username: string | undefined;
  readonly report: Report;
}

/** The wait that the service is known to ask for, until an own vote shows another. */
const USUAL_WAIT_MS = 43_200_000;
const STALE_MS = 60_000;

/** Voting for one server of one site: what all its elements on the page show, and the one who asks and votes for them. */
export class Ballot {
  status: VoteStatus = 'checking';
  /** Did this browser cast the vote that is waited for? */
  isOwn = false;
  /** All votes of the server; `null` until they are known. */
  votes: number | null = null;
  server: PublicServer | null = null;
  /** By the service's clock; 0 when there is no wait. */
  nextVoteAtMs = 0;
  /** How long the whole wait is. */
  waitMs = USUAL_WAIT_MS;
  /** Whole seconds until something happens by itself. */
  secondsLeft = 0;
  /** Why not, where it went wrong. */
  problem: Refusal | null = null;
  /** The visitor's vote that is still to be sent. */
  wish: Wish | null = null;

  readonly #site: Site;
  readonly #selector: Selector;
  readonly #polls: Polls;
  readonly #listeners = new Set<() => void>();
  #dueMs = 0;
  #tries = 0;
  #isAsking = false;
  #checkedMs = 0;
  /** Counts the votes that were sent: a check that was asked before one knows nothing of it. */
  #sent = 0;
  /** A vote went out and no answer came back: it may have been counted. */
  #isUnsure = false;

  constructor(site: Site, selector: Selector, polls: Polls) {
    this.#site = site;
    this.#selector = selector;
    this.#polls = polls;
  }

  /** @param listener is called at each change, and each second while something is counted down. */
  join(listener: () => void): void {
    if (this.#listeners.size === 0) this.#polls.ticker.add(this.#tick);
    this.#listeners.add(listener);
    this.lookAgain();
  }

  leave(listener: () => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#polls.ticker.delete(this.#tick);
  }

  /** Asks how things stand, unless an answer is on its way. */
  async check(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const sent = this.#sent;
    const answer = await this.#site.check(this.#selector);
    this.#isAsking = false;
    this.#checkedMs = this.#site.clock.now();
    // A vote that was sent meanwhile, or is about to be, knows better.
    if (sent === this.#sent && !this.wish) this.#learn(answer);
  }

  /** Asks again what is known for longer than a minute, or not at all. */
  lookAgain(): void {
    if (this.#listeners.size > 0 && this.#site.clock.now() - this.#checkedMs > STALE_MS) void this.check();
  }

  /** The connection is back: sends what waited for it. */
  resume(): void {
    if (this.status === 'offline') this.#proceed();
  }

  /** Is a press a vote now? Where nothing is known yet, it is a look instead, which begins here. */
  takesVote(): boolean {
    if (!isPressable(this.status)) return false;
    if (this.votes !== null || this.#sent) return true;
    this.#tries = 0;
    this.#become('checking');
    void this.check();
    return false;
  }

  /** @returns whether the vote is sent. */
  vote(wish: Wish): boolean {
    if (!isPressable(this.status)) return false;
    this.#tries = 0;
    this.wish = wish;
    void this.#send();
    return true;
  }

  /** Another tab, or another element on this page, has voted for a server. */
  hear({ id, nextVoteAtMs, votes }: OwnVote): void {
    if (id !== this.server?.id || this.status === 'voting' || nextVoteAtMs <= this.nextVoteAtMs) return;
    this.votes = Math.max(votes, this.votes ?? 0);
    this.#wait(nextVoteAtMs, 'cooldown');
  }

  readonly #tick = (): number => {
    const { clock } = this.#site;
    const nowMs = Math.floor(clock.now());
    const leftMs = this.#dueMs - nowMs;
    const beatMs = nowMs % 1000;
    // All change with the seconds of the clock, so that the browser draws them together. The last one may be up to two long.
    const seconds = leftMs > 0 ? Math.floor((leftMs + beatMs) / 1000) || 1 : 0;
    if (seconds !== this.secondsLeft) {
      this.secondsLeft = seconds;
      for (const listener of this.#listeners) listener();
    }
    if (this.#dueMs === 0) return Number.POSITIVE_INFINITY;
    if (clock.hasJumped()) void this.check();
    if (leftMs > 0) return Math.min(leftMs, 1000 - beatMs);
    if (!this.#isAsking || this.wish) this.#proceed();
    return Number.POSITIVE_INFINITY;
  };

  /** Does by itself what was waited for: the vote of a visitor who pressed, else a look. */
  #proceed(): void {
    if (this.wish) void this.#send();
    else void this.check();
  }

  async #send(): Promise<void> {
    const { wish } = this;
    this.#sent += 1;
    this.#become('voting');
    const { body, problem } = await this.#site.vote(this.#selector, wish?.username);
    if (body?.success) this.#count(body);
    else this.#refuse(problem ?? { ...body, success: false, status: 200 });
    wish?.report(body?.success ? null : this.problem);
  }

  #count({ server, votes, nextVoteAt }: SiteVoteResult): void {
    const nextVoteAtMs = Date.parse(nextVoteAt);
    this.server = server;
    this.votes = votes;
    this.waitMs = nextVoteAtMs - this.#site.clock.now();
    this.#polls.ownVotes.add({ id: server.id, nextVoteAtMs, votes });
    this.#wait(nextVoteAtMs, 'voted');
  }

  #learn({ body, problem }: Answer<Checked>): void {
    if (problem) {
      this.#refuse(problem);
      return;
    }
    this.server = body.server;
    this.votes = body.serverVotes;
    const nextVoteAtMs = Date.parse(body.nextVoteAt ?? '');
    if (nextVoteAtMs)
      this.#wait(nextVoteAtMs, this.status === 'voted' && nextVoteAtMs === this.nextVoteAtMs ? 'voted' : 'cooldown');
    else this.#become('ready');
  }

  #refuse(problem: Refusal): void {
    this.problem = problem;
    this.server = problem.server ?? this.server;
    this.votes = problem.votes ?? this.votes;
    const nextVoteAtMs = Date.parse(problem.nextVoteAt ?? '');
    if (nextVoteAtMs) {
      if (this.#isUnsure && this.server) {
        this.#polls.ownVotes.add({ id: this.server.id, nextVoteAtMs, votes: this.votes ?? 0 });
      }
      this.#wait(nextVoteAtMs, 'cooldown');
      return;
    }
    this.#isUnsure = this.wish !== null && problem.status === 0;
    const status = statusAfter(problem, this.#tries, { isOnline: navigator.onLine, origin: self.origin });
    if (status === 'busy') {
      this.#tries += 1;
      this.#become('busy', this.#site.clock.now() + waitMs(problem.retryAfter, this.#tries, Math.random()));
    } else {
      if (status !== 'offline') this.wish = null;
      this.#become(status);
    }
  }

  #wait(nextVoteAtMs: number, status: VoteStatus): void {
    this.wish = null;
    this.#isUnsure = false;
    this.nextVoteAtMs = nextVoteAtMs;
    const isOwn = this.server !== null && this.#polls.ownVotes.has(this.server.id, nextVoteAtMs);
    // An answer that contradicts its own clock must not be asked for again and again.
    this.#become(status, Math.max(nextVoteAtMs, this.#site.clock.now() + 1000), isOwn);
  }

  #become(status: VoteStatus, dueMs = 0, isOwn = false): void {
    this.status = status;
    this.isOwn = isOwn;
    this.#dueMs = dueMs;
    if (status === 'ready') {
      this.#tries = 0;
      this.nextVoteAtMs = 0;
    }
    // Unlike any, so that the tick tells everybody.
    this.secondsLeft = -1;
    this.#polls.ticker.call(this.#tick);
  }
}
