import { ask, type Refusal } from './client.ts';
import { statusAfter, waitMs } from './refusal.ts';

/** How asking went so far. `missing`: the service answers, and there is no such thing. */
export type AnswerStatus = 'loading' | 'ready' | 'missing' | 'offline' | 'error' | 'misconfigured';

/** As long as the service lets caches keep content. */
const FRESH_MS = 60_000;

/** What one address says, asked once for all elements of the page that show it. */
export class SharedAnswer<Body> {
  status: AnswerStatus = 'loading';
  /** What it said last; stays where a later look goes wrong. */
  body: Body | null = null;
  /** Why there is nothing to show. */
  problem: Refusal | null = null;

  readonly #address: string;
  readonly #listeners = new Set<() => void>();
  #freshUntilMs = 0;
  #tries = 0;
  #asking: Promise<void> | undefined;

  constructor(address: string) {
    this.#address = address;
    addEventListener('online', () => this.status === 'offline' && void this.ask());
  }

  get isAsking(): boolean {
    return this.#asking !== undefined;
  }

  /** @param listener is called at each change. */
  join(listener: () => void): void {
    this.#listeners.add(listener);
    if (performance.now() >= this.#freshUntilMs) void this.ask();
  }

  leave(listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** @param cache `no-cache` asks the service whether what the browser keeps is still true. */
  ask(cache: RequestCache = 'default'): Promise<void> {
    this.#asking ??= this.#ask(cache);
    return this.#asking;
  }

  async #ask(cache: RequestCache): Promise<void> {
    const { body, problem } = await ask<Body>(this.#address, { cache });
    this.#asking = undefined;
    if (!problem) {
      this.body = body;
      this.problem = null;
      this.#freshUntilMs = performance.now() + FRESH_MS;
      this.#become('ready');
      return;
    }
    const status = statusAfter(problem, this.#tries, { isOnline: navigator.onLine, origin: self.origin });
    if (status === 'busy') {
      this.#tries += 1;
      const again = () => this.#listeners.size > 0 && void this.ask();
      setTimeout(again, waitMs(problem.retryAfter, this.#tries, Math.random()));
    } else if (!this.body) {
      this.problem = problem;
      this.#become(problem.code === 'resource_not_found' ? 'missing' : status);
    }
  }

  #become(status: AnswerStatus): void {
    this.#tries = 0;
    this.status = status;
    for (const listener of this.#listeners) listener();
  }
}
