/** Work that goes on over several turns of the event loop, so that closing can wait for it. */
export class OpenWork {
  readonly #open = new Set<Promise<unknown>>();

  /** Passes the promise on and remembers it until it settles. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#open.add(work);
    try {
      return await work;
    } finally {
      this.#open.delete(work);
    }
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#open);
  }
}
