import { randomFillSync } from 'node:crypto';

const NAME_BYTES = 6;
const NAMES_IN_STORE = 512;

const bytes = Buffer.alloc(NAME_BYTES * NAMES_IN_STORE);
let next = bytes.length;

/** A name for an attempt: 48 random bits. They are kept in store, as asking the system for some each time is felt by every vote. */
export function createAttemptName(): string {
  if (next === bytes.length) {
    randomFillSync(bytes);
    next = 0;
  }
  next += NAME_BYTES;
  return bytes.toString('hex', next - NAME_BYTES, next);
}
