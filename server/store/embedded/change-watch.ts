import type { Statement } from 'better-sqlite3';
import type { DirectoryChange } from '../directory-store.ts';
import type { DatabaseFile } from './database-file.ts';

/** How long a change by another process stays unseen while nobody asks this store anything. */
const LOOK_EVERY_MS = 500;

/** What a write of the directory comes to: its answer, and the accounts that it changed. */
export interface DirectoryWrite<Answer> {
  readonly answer: Answer;
  readonly changed: readonly string[];
}

/**
 * Tells listeners that the directory has changed. Every write of it raises a counter in the file, the generation, within its
 * own transaction; a generation that this process did not make was made by another one.
 */
export class ChangeWatch {
  readonly #file: DatabaseFile;
  readonly #warn: (message: string, cause?: unknown) => void;
  readonly #dataVersion: Statement<[], number>;
  readonly #generation: Statement<[], number>;
  readonly #saveGeneration: Statement<[number]>;
  readonly #listeners: ((change: DirectoryChange) => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #knownVersion: number;
  #knownGeneration: number;
  #hasLooked = false;
  #isFailing = false;

  constructor(file: DatabaseFile, warn: (message: string, cause?: unknown) => void) {
    this.#file = file;
    this.#warn = warn;
    this.#dataVersion = file.db.prepare<[], number>('PRAGMA data_version').pluck();
    this.#generation = file.db.prepare<[], number>("SELECT value FROM meta WHERE name = 'generation'").pluck();
    this.#saveGeneration = file.db.prepare("UPDATE meta SET value = ? WHERE name = 'generation'");
    this.#knownVersion = this.#dataVersion.get() ?? 0;
    this.#knownGeneration = this.#generation.get() ?? 0;
    this.#timer = setInterval(() => this.notice(), LOOK_EVERY_MS).unref();
  }

  onChange(listener: (change: DirectoryChange) => void): void {
    this.#listeners.push(listener);
  }

  /** Notices changes by other processes. Costs something only once in a turn of the event loop. @throws StoreUnavailableError */
  look(): void {
    if (this.#hasLooked) return;
    this.#hasLooked = true;
    setImmediate(() => {
      this.#hasLooked = false;
    });
    const version = this.#file.glance(this.#dataVersion) ?? 0;
    if (version === this.#knownVersion) return;
    const generation = this.#file.read(() => this.#generation.get() ?? 0);
    this.#knownVersion = version;
    if (generation === this.#knownGeneration) return;
    this.#knownGeneration = generation;
    this.#announce([null]);
  }

  /** As `look`, but where the file cannot be read nothing is noticed: whoever asks it for more is told. */
  notice(): void {
    try {
      this.look();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#warn('Changes by other processes cannot be seen for now.', error);
      this.#isFailing = true;
    }
  }

  /** Another text after every change of the directory, and after whatever else another process has written. @throws StoreUnavailableError */
  revision(): string {
    return `${this.#file.glance(this.#dataVersion)} ${this.#knownGeneration}`;
  }

  /** Runs a write of the directory in one transaction and tells the listeners of it. @throws StoreUnavailableError */
  async write<Answer>(work: () => DirectoryWrite<Answer>): Promise<Answer> {
    const written = await this.#file.write(
      () => {
        const before = this.#generation.get() ?? 0;
        const { answer, changed } = work();
        if (changed.length > 0) this.#saveGeneration.run(before + 1);
        return { answer, changed, before };
      },
      ({ changed, before }) => {
        const isForeign = before !== this.#knownGeneration;
        this.#knownGeneration = before + (changed.length > 0 ? 1 : 0);
        this.#announce(isForeign ? [null] : [...new Set(changed)]);
      },
    );
    return written.answer;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#listeners.length = 0;
  }

  #announce(accountIds: readonly (string | null)[]): void {
    for (const accountId of accountIds) {
      for (const listener of this.#listeners) listener({ accountId, isCertain: true });
    }
  }
}
