import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BuiltAttempt, BuiltCheck, BuiltStores } from '../product/built-product.ts';
import type { Tenant } from '../product/create-tenants.ts';

export const COOLDOWN_MS = 43_200_000;

const MOST_TRIES = 20;
/** A connection that was lost, as when this machine was held, is back by then. */
const BETWEEN_TRIES_MS = 500;

/** What differs between the fill and what is measured after it. */
export interface VoteKind {
  /** Put behind the id of each key, so that its sliding minute is another one. */
  readonly keySuffix: string;
  readonly votesPerMinute: number;
}

/**
 * The attempt with a number, over all accounts and servers in turn, as large as a usual one gets: with an Idempotency-Key
 * and a username of 12 characters. Hashes have the lengths that the service gives them.
 */
export function attemptOf(tenants: readonly Tenant[], number: number, kind: VoteKind): BuiltAttempt {
  const tenant = pick(tenants, number);
  const server = pick(tenant.servers, Math.floor(number / tenants.length));
  return {
    accountId: tenant.accountId,
    serverNum: server.num,
    keyId: `${tenant.keyId}${kind.keySuffix}`,
    votesPerMinute: kind.votesPerMinute,
    voters: [randomText(16)],
    cooldownMs: COOLDOWN_MS,
    idempotency: randomText(11),
    attemptId: randomText(8),
    username: `player${String(number % 1_000_000).padStart(6, '0')}`,
    network: randomText(16),
    via: 'direct',
  };
}

/** Whether the voter of an attempt may vote. */
export function checkOf({ accountId, serverNum, keyId, votesPerMinute, voters }: BuiltAttempt): BuiltCheck {
  return { accountId, serverNums: [serverNum], keyId, votesPerMinute, voters };
}

/**
 * Casts one vote. One that got no answer in time is sent again: the store takes the same attempt for the same vote.
 *
 * @throws Error when it is not counted
 */
export async function castOne(stores: BuiltStores, attempt: BuiltAttempt): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { status } = await stores.votes.castVote(attempt);
      if (status === 'counted') return;
      throw new Error(`A vote of the bench was not counted but ${status}.`);
    } catch (error) {
      if (!isUnavailable(error) || tries === MOST_TRIES) throw error;
      await delay(BETWEEN_TRIES_MS);
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreUnavailableError';
}

function randomText(length: number): string {
  return randomBytes(Math.ceil((length * 3) / 4))
    .toString('base64url')
    .slice(0, length);
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to vote with.');
  return item;
}
