import type { SiteCheckedServers, SiteVoteResult } from '../../contract/types.ts';
import { type Answer, ask } from './client.ts';
import { ServerClock } from './server-clock.ts';

/** Which server: the name of the member that says so, and its value. */
export type Selector = readonly [kind: 'serverId' | 'slug' | 'name', value: string];

/** What a check says of one server. */
export type Checked = Exclude<SiteCheckedServers['results'][number], { readonly code: string }>;

interface Timed {
  readonly now: string;
}

interface Question {
  readonly selector: Selector;
  answer(answer: Answer<Checked>): void;
}

/** The service takes no more in one request. */
const MOST_AT_ONCE = 50;
/** Long enough for a framework to put all its elements on the page. */
const COLLECT_MS = 16;

/** The voting routes of one site, and the clock behind them. Checks that are asked for together travel together. */
export class Site {
  readonly clock = new ServerClock();
  readonly #address: string;
  #questions: Question[] = [];

  /** @param endpoint address of the proxy, absolute or on this page's origin, without a slash at its end. */
  constructor(endpoint: string) {
    this.#address = `${endpoint}/vote`;
  }

  /** May the visitor vote for this server? */
  check(selector: Selector): Promise<Answer<Checked>> {
    return new Promise((answer) => {
      // A list takes slugs and ids only.
      if (selector[0] === 'name') {
        void this.#ask<Checked>(`/check?${new URLSearchParams([[...selector]])}`).then(answer);
        return;
      }
      if (this.#questions.push({ selector, answer }) === 1) this.#collect();
    });
  }

  /** Votes. @param username the voter's name in the game, where rewards need it. */
  vote([kind, value]: Selector, username: string | undefined): Promise<Answer<SiteVoteResult>> {
    return this.#ask<SiteVoteResult>('', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ [kind]: value, username }),
    });
  }

  /** While the page is still read, more elements come. */
  #collect(): void {
    const send = () => void this.#send();
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', send, { once: true });
    else setTimeout(send, COLLECT_MS);
  }

  async #send(): Promise<void> {
    const asked = this.#questions.splice(0, MOST_AT_ONCE);
    if (this.#questions.length > 0) void this.#send();
    const query = new URLSearchParams(asked.map(({ selector }) => ['server', selector[1]]));
    const { body, problem } = await this.#ask<SiteCheckedServers>(`/checks?${query}`);
    for (const [index, { answer }] of asked.entries()) {
      const found = body?.results[index];
      if (found && !('code' in found)) answer({ body: found, problem: null });
      else answer({ body: null, problem: found ?? problem ?? { status: 0 } });
    }
  }

  async #ask<Body>(path: string, init?: RequestInit): Promise<Answer<Body & Timed>> {
    const answer = await ask<Body & Timed>(this.#address + path, init);
    this.clock.set((answer.body ?? answer.problem)?.now);
    return answer;
  }
}
