import { promises as timers } from 'node:timers';
import { StoreUnavailableError } from '../store-errors.ts';
import { nextTryMs, type Tried } from './database-file.ts';

/** More jobs than this in one transaction would keep the event loop for too long. */
const MAX_GROUP = 1_000;
/** Jobs that may wait. Beyond, the disk is too slow for what comes in, and waiting longer helps nobody. */
const MAX_WAITING = 10_000;
/** After so long no further turn is waited for. More would be felt by visitors, and bring hardly any others. */
const LONGEST_GATHERING_MS = 4;
/** How long a job waits for a process that writes without pause. Longer would break the promise to answer within 1.5 s. */
const PATIENCE_MS = 1_000;

/** What became of a job within a group whose transaction went through. */
export type JobResult<Answer> =
  | { readonly answer: Answer; readonly refusal?: never }
  | { readonly refusal: Error; readonly answer?: never };

/** Runs jobs in one transaction and answers in their order. It throws when none of them was done. */
export type RunGroup<Job, Answer> = (jobs: readonly Job[]) => Tried<readonly JobResult<Answer>[]>;

interface Waiting<Job, Answer> {
  readonly job: Job;
  readonly sinceMs: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects jobs as long as each turn of the event loop brings more, for a few milliseconds, and runs them in one transaction,
 * so that one flush to disk is shared by all. Promises settle after the transaction. While another process writes, jobs keep
 * gathering.
 */
export class GroupCommit<Job, Answer> {
  readonly #run: RunGroup<Job, Answer>;
  readonly #clock: () => number;
  #waiting: Waiting<Job, Answer>[] = [];
  #isAtWork = false;
  #isClosed = false;
  #atRest: Promise<void> = Promise.resolve();

  /** @param clock milliseconds from any instant on, never set back. */
  constructor(run: RunGroup<Job, Answer>, clock = () => performance.now()) {
    this.#run = run;
    this.#clock = clock;
  }

  add(job: Job): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StoreUnavailableError('The embedded store was closed.');
      if (this.#waiting.length >= MAX_WAITING) {
        throw new StoreUnavailableError(`More than ${MAX_WAITING} votes are waiting for the disk.`);
      }
      this.#waiting.push({ job, sinceMs: this.#clock(), resolve, reject });
      if (!this.#isAtWork) this.#atRest = this.#work();
    });
  }

  /** Takes no more jobs and resolves when those that wait are settled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#atRest;
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    await this.#gather();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, MAX_GROUP);
      const busy = this.#settle(group);
      if (busy === null) {
        this.#waiting = this.#waiting.slice(group.length);
        if (this.#waiting.length > 0) await this.#gather();
      } else await this.#giveWay(busy);
    }
    this.#isAtWork = false;
  }

  /** Where a turn brings nothing, as with a job that comes alone, nothing is waited for. */
  async #gather(): Promise<void> {
    const lastMs = this.#clock() + LONGEST_GATHERING_MS;
    let gathered = 0;
    do {
      gathered = this.#waiting.length;
      // Immediates come after all input of this turn was taken in.
      await timers.setImmediate();
    } while (this.#waiting.length > gathered && this.#waiting.length < MAX_GROUP && this.#clock() < lastMs);
  }

  /** Settles a group, unless another process is writing: then it answers the error for jobs that have waited for too long. */
  #settle(group: readonly Waiting<Job, Answer>[]): StoreUnavailableError | null {
    try {
      const tried = this.#run(group.map((waiting) => waiting.job));
      if (tried.busy !== undefined) return tried.busy;
      for (const [index, waiting] of group.entries()) settleOne(waiting, tried.answer[index]);
    } catch (error) {
      if (error instanceof StoreUnavailableError || group.length === 1) {
        for (const waiting of group) waiting.reject(error);
        return null;
      }
      // One job cannot be done at all. Its neighbours are not to suffer for it, so each gets a transaction of its own.
      for (const waiting of group) {
        const busy = this.#settle([waiting]);
        if (busy !== null) waiting.reject(busy);
      }
    }
    return null;
  }

  async #giveWay(busy: StoreUnavailableError): Promise<void> {
    const oldestMs = this.#clock() - PATIENCE_MS;
    const expired = this.#waiting.filter(({ sinceMs }) => sinceMs < oldestMs);
    this.#waiting = this.#waiting.slice(expired.length);
    for (const waiting of expired) waiting.reject(busy);
    await timers.setTimeout(nextTryMs());
    // Others have come meanwhile, and the next try may be in vain as well: one turn more is enough.
    await timers.setImmediate();
  }
}

function settleOne<Job, Answer>(waiting: Waiting<Job, Answer>, result: JobResult<Answer> | undefined): void {
  if (result === undefined) waiting.reject(new Error('a group of jobs answered too few'));
  else if (result.refusal === undefined) waiting.resolve(result.answer);
  else waiting.reject(result.refusal);
}
