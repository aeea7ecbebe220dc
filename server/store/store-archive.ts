import type { Account, KeyRecord, ServerRecord, SiteRecord } from './directory-store.ts';
import type { LoggedVote } from './vote-store.ts';

/** The lock a counted vote left, with all that a refusal or a replay needs. */
export interface LockRecord {
  readonly accountId: string;
  readonly serverNum: number;
  readonly voter: string;
  readonly nextVoteAtMs: number;
  readonly voteId: string;
  readonly total: number;
  readonly idempotency: string | null;
  readonly attemptId: string;
}

/** Everything a store holds, in records that mean the same to every store. */
export type ArchiveRecord =
  | { readonly type: 'secret'; readonly fingerprint: string }
  | { readonly type: 'account'; readonly account: Account; readonly lastServerNum: number }
  | { readonly type: 'server'; readonly server: ServerRecord }
  | { readonly type: 'key'; readonly key: KeyRecord }
  | { readonly type: 'site'; readonly site: SiteRecord }
  | { readonly type: 'total'; readonly accountId: string; readonly serverNum: number; readonly votes: number }
  | {
      readonly type: 'day';
      readonly accountId: string;
      readonly serverNum: number;
      readonly day: string;
      readonly votes: number;
    }
  | { readonly type: 'window'; readonly accountId: string; readonly keyId: string; readonly timesMs: readonly number[] }
  | { readonly type: 'lock'; readonly lock: LockRecord }
  | { readonly type: 'vote'; readonly accountId: string; readonly vote: LoggedVote };

/** Moves a whole store elsewhere. */
export interface StoreArchive {
  /** True when the store holds no account yet. */
  isEmpty(): Promise<boolean>;
  /**
   * Every record, an account before what belongs to it, the votes of an account oldest first. Nobody should vote meanwhile.
   * The log is whole: also what is older than `voteLogDays` and not taken away yet, since whoever copies a store may know
   * another number of days than the service.
   */
  dump(): AsyncIterable<ArchiveRecord>;
  /**
   * Takes records in the order of `dump`, in bounded memory. The store must be empty before. Nothing that is loaded goes away
   * for its age before the service that uses the store says so.
   */
  load(records: AsyncIterable<ArchiveRecord>): Promise<void>;
}
