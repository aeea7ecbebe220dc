import { promises as timers } from 'node:timers';
import { OpenWork } from '../open-work.ts';
import { StoreUnavailableError } from '../store-errors.ts';

/** What a call needs to know of the connection it runs over. */
export interface CallTarget {
  /** Commands under way at once, so that the last of a crowd is answered before its time is over. */
  readonly maxSent: number;
  /** Is the connection ready for commands? */
  isReady(): boolean;
  /** Waits until it is, at most so long; false at once when it has been away for longer than a moment. */
  waitUntilReady(maxMs: number): Promise<boolean>;
  /** Why it is not, and what the operator can do: whole sentences. */
  explainFault(): string;
  /** The error behind that, if there is one. */
  lastError(): unknown;
  /** Called when a reply did not come in time. */
  onTimeout(): void;
}

export interface StoreCalls {
  /**
   * Sends a command, and once more when it was lost on the way: the caller makes sure that twice is as good as once.
   * Settles in less than 1.5 s.
   *
   * @throws StoreUnavailableError for whatever goes wrong.
   */
  run<Reply>(send: () => Promise<Reply>): Promise<Reply>;
  /** Does something that takes several calls; closing waits until it is done. */
  work<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Refuses what is new and waits for what is under way. */
  close(): Promise<void>;
}

/** The last moment to send a command: its timeout is to come, on a busy machine late, and 1.5 s must not be reached. */
const LAST_SEND_MS = 900;
/** A connection that is about to close still looks ready, and a node of a Cluster may be about to be connected to. */
const PAUSE_MS = 100;
/** How long a call waits for a connection that was just lost. */
const REJOIN_MS = 350;
/** How long a call waits for its turn. */
const TURN_MS = 700;
/** Calls that wait for their turn; more are refused, so that a Redis that hangs does not fill the memory. */
const MAX_WAITING = 10_000;
/** Replies that say that the same command may soon succeed. */
const TRANSIENT = /^(READONLY|LOADING|CLUSTERDOWN|TRYAGAIN|MASTERDOWN|NOSCRIPT|MOVED|ASK|BUSY|UNBLOCKED)\b/;

export function createStoreCalls(target: CallTarget): StoreCalls {
  const turns = createTurns(target.maxSent);
  const tasks = new OpenWork();
  let closed = false;

  async function becomeReady(): Promise<void> {
    if (await target.waitUntilReady(REJOIN_MS)) return;
    throw new StoreUnavailableError(`Redis cannot be reached: ${target.explainFault()}`, { cause: target.lastError() });
  }

  async function sendAgain<Reply>(send: () => Promise<Reply>, error: unknown, startedMs: number): Promise<Reply> {
    if (!mayRepeat(error)) throw unavailable(error);
    if (isTimeout(error)) target.onTimeout();
    else await timers.setTimeout(PAUSE_MS);
    if (!target.isReady()) await target.waitUntilReady(REJOIN_MS);
    if (performance.now() - startedMs > LAST_SEND_MS) throw unavailable(error);
    try {
      return await send();
    } catch (again) {
      if (isTimeout(again)) target.onTimeout();
      throw unavailable(again);
    }
  }

  return {
    async run(send) {
      if (closed && tasks.isIdle) throw new StoreUnavailableError('The store is closed.');
      const startedMs = performance.now();
      const waiting = turns.take();
      if (waiting !== null) await waiting;
      try {
        if (!target.isReady()) await becomeReady();
        return await send();
      } catch (error) {
        if (error instanceof StoreUnavailableError) throw error;
        return await sendAgain(send, error, startedMs);
      } finally {
        turns.give();
      }
    },
    async work(task) {
      if (closed) throw new StoreUnavailableError('The store is closed.');
      return await tasks.track(task());
    },
    async close() {
      closed = true;
      await tasks.settled();
      await turns.whenIdle();
    },
  };
}

/** Lets a bounded number of calls go at once and keeps a bounded number waiting, first come, first served. */
function createTurns(maxSent: number) {
  const waiting: (() => boolean)[] = [];
  const sent = new OpenWork();

  function wait(): Promise<void> {
    if (waiting.length >= MAX_WAITING) throw new StoreUnavailableError('Too many calls wait for Redis.');
    return new Promise((resolve, reject) => {
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        reject(new StoreUnavailableError('Redis is too busy.'));
      }, TURN_MS);
      waiting.push(() => {
        if (isOver) return false;
        clearTimeout(timer);
        resolve();
        return true;
      });
    });
  }

  return {
    /** `null` when the call may go at once. */
    take(): Promise<void> | null {
      if (sent.count >= maxSent) return wait();
      sent.begin();
      return null;
    },
    give(): void {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (next()) return;
      }
      sent.end();
    },
    whenIdle: () => sent.settled(),
  };
}

function unavailable(cause: unknown): StoreUnavailableError {
  const reason = cause instanceof Error ? cause.message.replace(/[\s.]+$/, '') : 'no reason given';
  return new StoreUnavailableError(`Redis refused or lost a command: ${reason}.`, { cause });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Command timed out';
}

/** A reply that refuses is final unless it says otherwise; whatever else went wrong, went wrong on the way. */
function mayRepeat(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name !== 'ReplyError' || TRANSIENT.test(error.message);
}
