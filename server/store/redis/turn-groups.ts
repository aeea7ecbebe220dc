interface Group<Item> {
  readonly items: Item[];
  weight: number;
}

export interface TurnGroupOptions<Item> {
  /** A group that weighs so much is sent at once. */
  readonly heaviest: number;
  readonly weightOf: (item: Item) => number;
  /** Does what it is given when all input of the turn was taken in. */
  readonly atEndOfTurn: (work: () => void) => void;
  /** It must not throw. */
  readonly send: (items: readonly Item[]) => void;
}

/**
 * Gathers what is to be sent in one turn of the event loop, by name, so that what a call costs by itself, here, on the way and
 * in Redis, is shared by all of a group.
 */
export class TurnGroups<Item> {
  readonly #options: TurnGroupOptions<Item>;
  #open = new Map<string, Group<Item>>();

  constructor(options: TurnGroupOptions<Item>) {
    this.#options = options;
  }

  add(name: string, item: Item): void {
    const group = this.#open.get(name) ?? this.#openGroup(name);
    group.items.push(item);
    group.weight += this.#options.weightOf(item);
    if (group.weight < this.#options.heaviest) return;
    this.#open.delete(name);
    this.#options.send(group.items);
  }

  #openGroup(name: string): Group<Item> {
    if (this.#open.size === 0) this.#options.atEndOfTurn(() => this.#sendAll());
    const group: Group<Item> = { items: [], weight: 0 };
    this.#open.set(name, group);
    return group;
  }

  #sendAll(): void {
    const groups = this.#open;
    // Where it were cleared, its tables of before would lead V8 from one to the next, with what they held (docs/decisions/0019).
    this.#open = new Map();
    for (const { items } of groups.values()) this.#options.send(items);
  }
}
