/**
 * Work that goes on over several turns of the event loop, so that closing can wait for it. It is counted and not listed: a list that
 * loses entries as fast as it gains them keeps what it held among the old objects (docs/decisions/0019).
 */
export class OpenWork {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  /** How much is going on. */
  get count(): number {
    return this.#count;
  }

  get isIdle(): boolean {
    return this.#count === 0;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.isIdle) for (const goOn of this.#waiting.splice(0)) goOn();
  }

  /** Passes the promise on and counts it until it settles. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.begin();
    try {
      return await work;
    } finally {
      this.end();
    }
  }

  /** Resolves when nothing is going on. */
  async settled(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
