import { randomBytes, randomUUID } from 'node:crypto';
import type { Account, KeyRecord, SavedServer, ServerDraft, SiteRecord } from '../directory-store.ts';
import type { Stores } from '../stores.ts';
import type { VoteAttempt } from '../vote-store.ts';

export const COOLDOWN_MS = 12 * 60 * 60 * 1000;
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * 60 * 1000;

export function randomText(bytes = 8): string {
  return randomBytes(bytes).toString('base64url');
}

/** A voter as the service hashes it. */
export function newVoter(): string {
  return randomText(12);
}

export function newAccount(overrides: Partial<Account> = {}): Account {
  return { id: randomText(6), username: `user-${randomText()}`, createdAt: '2026-01-02T03:04:05.678Z', ...overrides };
}

export function newServer(overrides: Partial<ServerDraft> = {}): ServerDraft {
  const word = randomText();
  return {
    id: randomUUID(),
    slug: `server-${word}`,
    name: `Server ${word}`,
    description: `What ${word} is about`,
    image: `https://example.com/${word}.png`,
    createdAt: '2026-01-02T03:04:05.678Z',
    ...overrides,
  };
}

export function newKey(accountId: string, overrides: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: `key_${randomText()}`,
    accountId,
    hash: randomBytes(32).toString('hex'),
    hint: 'vk_ab…yz',
    kind: 'vote',
    attest: false,
    votesPerMinute: null,
    createdAt: '2026-01-02T03:04:05.678Z',
    expiresAtMs: null,
    ...overrides,
  };
}

export function newSite(accountId: string, overrides: Partial<SiteRecord> = {}): SiteRecord {
  return {
    id: `site_${randomText()}`,
    accountId,
    name: 'A website',
    origins: ['https://example.com', 'http://localhost:3000'],
    keyId: `key_${randomText()}`,
    votesPerMinute: null,
    askUsername: false,
    createdAt: '2026-01-02T03:04:05.678Z',
    ...overrides,
  };
}

/** An account in the store, without servers. */
export async function addAccount(stores: Stores): Promise<Account> {
  const account = newAccount();
  const created = await stores.directory.createAccount(account);
  if (created !== 'created') throw new Error(`the account of a test was refused: ${created}`);
  return account;
}

export function statusesOf(saved: readonly SavedServer[]): string[] {
  return saved.map((answer) => answer.status);
}

/** An account with servers that can be voted for. */
export interface SeededAccount {
  readonly accountId: string;
  readonly serverIds: readonly string[];
  /** Of the same servers, in the same order. */
  readonly serverNums: readonly number[];
}

export async function seedAccount(stores: Stores, serverCount = 1): Promise<SeededAccount> {
  const account = await addAccount(stores);
  const drafts = Array.from({ length: serverCount }, () => newServer());
  const saved = await stores.directory.saveServers(account.id, drafts);
  const serverNums = saved.map((answer) => {
    if (!('server' in answer)) throw new Error(`the server of a test was refused: ${answer.status}`);
    return answer.server.num;
  });
  return { accountId: account.id, serverIds: drafts.map((draft) => draft.id), serverNums };
}

/** An attempt of a voter never seen before, for the first server of the account. */
export function newAttempt(seeded: SeededAccount, overrides: Partial<VoteAttempt> = {}): VoteAttempt {
  return {
    accountId: seeded.accountId,
    serverNum: seeded.serverNums[0]!,
    keyId: `key_of_${seeded.accountId}`,
    votesPerMinute: 30,
    voters: [newVoter()],
    cooldownMs: COOLDOWN_MS,
    idempotency: null,
    attemptId: randomText(12),
    username: null,
    network: randomText(8),
    via: 'direct',
    ...overrides,
  };
}

/** The same request once more, as a client sends it again. */
export function again(attempt: VoteAttempt, overrides: Partial<VoteAttempt> = {}): VoteAttempt {
  return { ...attempt, attemptId: randomText(12), ...overrides };
}

/** The question whether this attempt would be counted. */
export function checkOf(attempt: VoteAttempt) {
  const { accountId, keyId, votesPerMinute, voters } = attempt;
  return { accountId, serverNums: [attempt.serverNum], keyId, votesPerMinute, voters };
}

/** Casts votes of so many new voters, each of which has to be counted. */
export async function castMany(stores: Stores, seeded: SeededAccount, count: number): Promise<void> {
  const attempts = Array.from({ length: count }, () => newAttempt(seeded));
  const outcomes = await Promise.all(attempts.map((attempt) => stores.votes.castVote(attempt)));
  const refused = outcomes.find(({ status }) => status !== 'counted');
  if (refused !== undefined) throw new Error(`Of ${count} votes one was ${refused.status}.`);
}
