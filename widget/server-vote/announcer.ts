import type { VoteStatus } from './server-vote.state.ts';

/** What a screen reader is told: what a press led to, and when a wait is over. Never the seconds, nor the first look. */
export class Announcer {
  text = '';
  #last: VoteStatus | undefined;

  hear(state: VoteStatus, speak: () => string): void {
    if (state === 'checking' || state === this.#last) return;
    const isNews = this.#last !== undefined && state !== 'voting';
    this.#last = state;
    this.text = isNews ? speak() : '';
  }
}
