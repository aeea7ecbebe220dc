import { setTimeout as delay } from 'node:timers/promises';
import { type VisitParts, visit } from './visits.ts';

/** Voters that keep coming. */
export interface Load {
  /** Lets it run for so long. */
  forSeconds(seconds: number): Promise<void>;
  /** Waits until so many more votes were acknowledged. @throws Error when that takes too long */
  untilMore(votes: number): Promise<void>;
  /** Lets nobody else come, and waits for those who are here. @returns how many there were. */
  stop(): Promise<number>;
}

const LANES = 10;
/** Between two voters of a lane, so that the clients leave the machine to what is tested. */
const PAUSE_MS = 15;
const MORE_DEADLINE_MS = 40_000;
const POLL_MS = 10;

/** Voters of ever new addresses come until it is stopped, some at once, each doing what `visit` says. */
export function startLoad(parts: VisitParts): Load {
  let visitors = 0;
  let acknowledged = 0;
  let isOver = false;

  async function runLane(): Promise<void> {
    while (!isOver) {
      const { status } = await visit(parts, visitors++);
      if (status === 200) acknowledged += 1;
      await delay(PAUSE_MS);
    }
  }

  const lanes = Promise.all(Array.from({ length: LANES }, runLane));
  // Whoever stops the load hears of a failure; nobody else has to.
  lanes.catch(() => undefined);
  return {
    forSeconds: (seconds) => delay(seconds * 1000),
    async untilMore(votes) {
      const goal = acknowledged + votes;
      for (const deadline = performance.now() + MORE_DEADLINE_MS; acknowledged < goal; await delay(POLL_MS)) {
        if (performance.now() > deadline)
          throw new Error(`${votes} more votes took more than ${MORE_DEADLINE_MS / 1000} s.`);
      }
    },
    async stop() {
      isOver = true;
      await lanes;
      return visitors;
    },
  };
}
