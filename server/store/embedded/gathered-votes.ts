import type { LogValues } from './log-rows.ts';
import type { VoteId } from './vote-id.ts';

/** Numbers of a vote, all but its two texts. */
const NUMBERS = 8;
const FIRST_ROOM = 1_024;

/**
 * Votes by account, oldest first, in the order in which they came. They stay for a second or more, so that the collector would
 * copy each array with its parts twice before it lets it lie: numbers of all stand in one array, of which it knows nothing.
 */
export class GatheredVotes {
  #numbers = new Float64Array(FIRST_ROOM * NUMBERS);
  readonly #usernames: (string | null)[] = [];
  readonly #networks: string[] = [];
  /** Where the votes of an account stand. */
  readonly #places = new Map<number, number[]>();

  /** How many were added. */
  get added(): number {
    return this.#networks.length;
  }

  /** All accounts that have any. */
  get accounts(): number[] {
    return [...this.#places.keys()];
  }

  add([account, ms, seq, server, aheadMs, username, total, via, network, key]: LogValues): void {
    const place = this.added;
    const at = place * NUMBERS;
    if (at === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[at] = account;
    numbers[at + 1] = ms;
    numbers[at + 2] = seq;
    numbers[at + 3] = server;
    numbers[at + 4] = aheadMs;
    numbers[at + 5] = total;
    numbers[at + 6] = via;
    numbers[at + 7] = key ?? Number.NaN;
    this.#usernames.push(username);
    this.#networks.push(network);
    const places = this.#places.get(account);
    if (places === undefined) this.#places.set(account, [place]);
    else places.push(place);
  }

  /** The oldest of an account, so many at most. */
  of(account: number, limit = Number.POSITIVE_INFINITY): LogValues[] {
    const places = this.#places.get(account) ?? [];
    return places.slice(0, limit).map((place) => this.#read(place));
  }

  /** The id of the newest of an account. */
  newest(account: number): VoteId | null {
    const place = this.#places.get(account)?.at(-1);
    return place === undefined ? null : { ms: this.#number(place, 1), seq: this.#number(place, 2) };
  }

  /** Lets go of the oldest of an account. */
  drop(account: number, votes: number): void {
    const places = this.#places.get(account);
    places?.splice(0, votes);
    if (places?.length === 0) this.#places.delete(account);
  }

  #read(place: number): LogValues {
    const username = this.#usernames[place] ?? null;
    const network = this.#networks[place] ?? '';
    const number = (column: number) => this.#number(place, column);
    const key = number(7);
    return [
      number(0),
      number(1),
      number(2),
      number(3),
      number(4),
      username,
      number(5),
      number(6),
      network,
      Number.isNaN(key) ? null : key,
    ];
  }

  #number(place: number, column: number): number {
    return this.#numbers[place * NUMBERS + column] ?? Number.NaN;
  }

  #grow(): void {
    const grown = new Float64Array(this.#numbers.length * 2);
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}
