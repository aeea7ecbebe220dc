/**
 * Work that goes on over several turns of the event loop, so that closing can wait for it. It is counted and not listed: a list that
 * loses entries as fast as it gains them keeps what it held among the old objects (docs/decisions/0019).
 */
export class OpenWork {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  get isIdle(): boolean {
    return this.#count === 0;
  }

  /** Passes the promise on and counts it until it settles. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await work;
    } finally {
      this.#count -= 1;
      if (this.isIdle) for (const goOn of this.#waiting.splice(0)) goOn();
    }
  }

  /** Resolves when nothing is going on. */
  async settled(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
