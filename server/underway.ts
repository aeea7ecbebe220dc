/** Works that end before the table is made anew, beside as many as are under way. */
const ENDED_AT_LEAST = 64;

/**
 * Work under way by its name, so that whoever wants the same waits for it and does not begin it again.
 *
 * The table is made anew all the time: one that loses entries as fast as it gains them is replaced by V8 now and then, and each
 * that was replaced leads to the one after it. Once one of them has become an old object, what all of them held when they were
 * replaced stays until a full collection (docs/decisions/0019).
 */
export class Underway<Result> {
  #works = new Map<string, Promise<Result>>();
  #ended = 0;

  /** `undefined` where nobody has begun it. */
  get(name: string): Promise<Result> | undefined {
    return this.#works.get(name);
  }

  /** Remembers it until it has settled. */
  add(name: string, work: Promise<Result>): Promise<Result> {
    const ending = work.finally(() => this.#end(name));
    this.#works.set(name, ending);
    return ending;
  }

  #end(name: string): void {
    this.#works.delete(name);
    this.#ended += 1;
    if (this.#ended < ENDED_AT_LEAST + this.#works.size) return;
    this.#works = new Map(this.#works);
    this.#ended = 0;
  }
}
