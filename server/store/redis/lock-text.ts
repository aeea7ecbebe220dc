import type { LockRecord } from '../store-archive.ts';
import { splitKey } from './keys.ts';

const WORDS = /^(\d+)-(\d+) (-?\d+) (\d+) (\S*) (\S*)$/;

/** Writes a lock as read-lock.lua reads it. */
export function writeLockText(lock: LockRecord): string {
  const waitMs = lock.nextVoteAtMs - Number.parseInt(lock.voteId, 10);
  return [lock.voteId, waitMs, lock.total, lock.idempotency ?? '', lock.attemptId].join(' ');
}

/** Reads the lock that cast-vote.lua wrote under a key. @throws Error when it is none. */
export function readLockText(key: string, text: string): LockRecord {
  const match = WORDS.exec(text);
  if (match === null) throw new Error(`${key} holds no lock: ${JSON.stringify(text)}`);
  const [, ms = '', sequence = '', wait, total, idempotency = '', attemptId = ''] = match;
  const { accountId, rest } = splitKey(key);
  const [serverNum, voter = ''] = rest;
  return {
    accountId,
    serverNum: Number(serverNum),
    voter,
    nextVoteAtMs: Number(ms) + Number(wait),
    voteId: `${ms}-${sequence}`,
    total: Number(total),
    idempotency: idempotency === '' ? null : idempotency,
    attemptId,
  };
}
