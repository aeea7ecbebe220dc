/** The turn of the event loop in which a request came. */
export interface Turn {
  /** Does the work when all input of the turn was taken in, after what was handed over before; at once where the turn is over. It must not throw. */
  atEnd(work: () => void): void;
}

/**
 * Sends the answers that are known in the turn of their requests one after the other, when all requests of that turn were
 * taken in. Whoever reads them is then woken once for many: to wake another core costs the sender of a short answer more than
 * the rest of sending it (docs/decisions/0040). Answers that a store gave later come together as they are.
 */
export function createTurns(): () => Turn {
  let current: Turn | null = null;
  return () => {
    if (current !== null) return current;
    const gathered: (() => void)[] = [];
    const turn: Turn = {
      atEnd: (work) => {
        if (current === turn) gathered.push(work);
        else work();
      },
    };
    current = turn;
    // Immediates come after all input of a turn.
    setImmediate(() => {
      current = null;
      for (const work of gathered) work();
    });
    return turn;
  };
}
