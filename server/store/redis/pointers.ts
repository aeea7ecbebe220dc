import type { RedisConnection } from './connection.ts';
import { readTagged } from './scripts.ts';

/**
 * Pointers from something that is unique everywhere (a username, the id of a server, key or site) to the account that has
 * it. They stand in other slots than the accounts, where no script reaches both, so each is claimed before the thing is
 * written and confirmed after. Whoever dies in between leaves a pending claim, which the next one may take over.
 */
export interface Pointers {
  /** Who is said to have it; it may have it no longer, or not yet. */
  read(pointer: string): Promise<string | null>;
  /**
   * Claims it: `confirmed` when the owner has it already, `pending` when it has to be confirmed after the write.
   *
   * @param holds tells whether another owner really has the thing.
   */
  claim(pointer: string, owner: string, holds: (owner: string) => Promise<boolean>): Promise<Claim>;
  /** After the write. False when another took it over meanwhile; the write has to be taken back then. */
  confirm(pointer: string, owner: string): Promise<boolean>;
  /** Before the thing is taken away: until `release`, who writes it anew confirms it again. */
  reopen(pointer: string, owner: string): Promise<void>;
  /** Gives a pending claim up. */
  release(pointer: string, owner: string): Promise<void>;
  /** Gives any claim up, where nobody can write the thing anew meanwhile. */
  drop(pointer: string, owner: string): Promise<void>;
  /** Hands it over, where nobody else can want it meanwhile. */
  move(pointer: string, from: string, to: string): Promise<boolean>;
}

export type Claim = 'confirmed' | 'pending' | 'taken';

/** Longer than the calls between claim and confirmation take. Who waits longer learns at the confirmation if another came. */
const GIVEN_UP_MS = 10_000;

export function createPointers({ client, run }: RedisConnection): Pointers {
  async function swap(pointer: string, expected: string, owner: string): Promise<boolean> {
    return (await run(() => client.swapPointer(1, pointer, expected, owner))) === 1;
  }

  async function confirm(pointer: string, owner: string): Promise<boolean> {
    return (await run(() => client.confirmPointer(1, pointer, owner))) === 1;
  }

  return {
    confirm,
    async read(pointer) {
      const value = await run(() => client.get(pointer));
      return value === null ? null : ownerOf(value);
    },
    async claim(pointer, owner, holds) {
      const [tag, value = ''] = readTagged(await run(() => client.claimPointer(1, pointer, owner, GIVEN_UP_MS)));
      if (tag === 'confirmed' || tag === 'pending') return tag;
      if (tag === 'busy') return 'taken';
      const holder = ownerOf(value);
      if (await holds(holder)) {
        if (tag === 'stale') await confirm(pointer, holder);
        return 'taken';
      }
      return (await swap(pointer, value, owner)) ? 'pending' : 'taken';
    },
    async reopen(pointer, owner) {
      await run(() => client.reopenPointer(1, pointer, owner));
    },
    async release(pointer, owner) {
      await run(() => client.releasePointer(1, pointer, owner, 'pending'));
    },
    async drop(pointer, owner) {
      await run(() => client.releasePointer(1, pointer, owner, 'any'));
    },
    async move(pointer, from, to) {
      return (await swap(pointer, from, to)) && (await confirm(pointer, to));
    },
  };
}

function ownerOf(value: string): string {
  return value.split(' ', 1)[0] ?? '';
}
