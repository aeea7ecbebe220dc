import { endpointOf } from '../shared/endpoint.ts';
import { whenNear } from '../shared/nearness.ts';
import type { Selector } from '../shared/site.ts';
import type { Ballot } from './ballot.ts';
import { thePage } from './page.ts';

/** The first of these that is there says which server. */
const SELECTORS = [
  ['serverId', 'server-id'],
  ['slug', 'server'],
  ['name', 'server-name'],
] as const;

/** The place of an element at the ballot that its attributes name. */
export class Seat {
  ballot: Ballot | undefined;
  readonly #host: Element;
  readonly #onChange: () => void;
  #stopWaiting: (() => void) | undefined;
  /** Endpoint and server that the ballot is of. */
  #identity = '';

  /** @param onChange is called at each change of the ballot, and when there is none. */
  constructor(host: Element, onChange: () => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  /** Takes part where the attributes say, as soon as they say that it may. */
  take(): void {
    const host = this.#host;
    const endpoint = endpointOf(host);
    const selector = this.#selector();
    const identity = `${endpoint} ${selector}`;
    if (identity === this.#identity) return;
    this.leave();
    this.#identity = identity;
    if (endpoint && selector) this.ballot = thePage().ballot(endpoint, selector);
    if (this.ballot && host.getAttribute('loading') === 'lazy') {
      this.#stopWaiting = whenNear(host, () => this.#enter());
    } else this.#enter();
  }

  leave(): void {
    this.#stopWaiting?.();
    this.ballot?.leave(this.#onChange);
    this.ballot = undefined;
    this.#identity = '';
  }

  #selector(): Selector | undefined {
    for (const [kind, name] of SELECTORS) {
      const value = this.#host.getAttribute(name);
      if (value) return [kind, value];
    }
    return undefined;
  }

  #enter(): void {
    this.ballot?.join(this.#onChange);
    this.#onChange();
  }
}
