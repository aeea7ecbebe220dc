import { StoreUnavailableError } from '../store-errors.ts';

/** More jobs than this in one transaction would keep the event loop for too long. */
const MAX_GROUP = 1_000;
/** Jobs that may wait. Beyond, the disk is too slow for what comes in, and waiting longer helps nobody. */
const MAX_WAITING = 10_000;

/** What became of a job within a group whose transaction went through. */
export type JobResult<Answer> =
  | { readonly answer: Answer; readonly refusal?: never }
  | { readonly refusal: Error; readonly answer?: never };

interface Waiting<Job, Answer> {
  readonly job: Job;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the jobs of one turn of the event loop and runs them in one transaction, so that one flush to disk is shared by
 * all. Promises settle after the transaction.
 */
export class GroupCommit<Job, Answer> {
  readonly #run: (jobs: readonly Job[]) => readonly JobResult<Answer>[];
  #waiting: Waiting<Job, Answer>[] = [];
  #isScheduled = false;
  #isClosed = false;

  /** `run` answers in the order of the jobs, all or none of them done; it throws when none is. */
  constructor(run: (jobs: readonly Job[]) => readonly JobResult<Answer>[]) {
    this.#run = run;
  }

  add(job: Job): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StoreUnavailableError('The embedded store was closed.');
      if (this.#waiting.length >= MAX_WAITING) {
        throw new StoreUnavailableError(`More than ${MAX_WAITING} votes are waiting for the disk.`);
      }
      this.#waiting.push({ job, resolve, reject });
      this.#schedule();
    });
  }

  /** Runs what is waiting and takes no more. */
  close(): void {
    this.#isClosed = true;
    while (this.#waiting.length > 0) this.#flush();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Immediates come after all input of this turn was taken in.
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  #flush(): void {
    const group = this.#waiting.slice(0, MAX_GROUP);
    this.#waiting = this.#waiting.slice(MAX_GROUP);
    if (group.length > 0) this.#settle(group);
  }

  #settle(group: readonly Waiting<Job, Answer>[]): void {
    try {
      const results = this.#run(group.map((waiting) => waiting.job));
      for (const [index, waiting] of group.entries()) settleOne(waiting, results[index]);
    } catch (error) {
      if (error instanceof StoreUnavailableError || group.length === 1) {
        for (const waiting of group) waiting.reject(error);
        return;
      }
      // One job cannot be done at all. Its neighbours are not to suffer for it, so each gets a transaction of its own.
      for (const waiting of group) this.#settle([waiting]);
    }
  }
}

function settleOne<Job, Answer>(waiting: Waiting<Job, Answer>, result: JobResult<Answer> | undefined): void {
  if (result === undefined) waiting.reject(new Error('a group of jobs answered too few'));
  else if (result.refusal === undefined) waiting.resolve(result.answer);
  else waiting.reject(result.refusal);
}
