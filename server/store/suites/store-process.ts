import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { openStores } from '../open-stores.ts';
import type { VoteAttempt, VoteStore } from '../vote-store.ts';

/** Where the data lie, for a process that opens the same store. */
export interface StorePlace {
  readonly redisUrl: string | null;
  readonly dataDir: string;
}

/** What this process is told to do, a line of JSON each. */
export type StoreOrder =
  | { readonly kind: 'cast'; readonly attempts: readonly VoteAttempt[] }
  | { readonly kind: 'cast without end'; readonly template: VoteAttempt; readonly parallel: number };

/** The program: opens the store at the place that the first argument names, and answers in lines of JSON. */
async function main(place: StorePlace): Promise<void> {
  const { votes } = await openStores({
    ...place,
    voteLogDays: 90,
    housekeeping: true,
    onWarning: (message, cause) => console.error(message, cause),
  });
  answer('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    const order: StoreOrder = JSON.parse(line);
    if (order.kind === 'cast') answer(await Promise.all(order.attempts.map((attempt) => votes.castVote(attempt))));
    else await Promise.all(Array.from({ length: order.parallel }, () => castForEver(votes, order.template)));
  }
  process.exit(0);
}

/** Casts votes of ever new voters, telling of each after it was acknowledged. */
async function castForEver(votes: VoteStore, template: VoteAttempt): Promise<void> {
  for (;;) {
    const attempt = { ...template, voters: [randomText()], attemptId: randomText() };
    const outcome = await votes.castVote(attempt);
    if (outcome.status === 'counted') answer({ voteId: outcome.voteId, voter: attempt.voters[0] });
  }
}

function answer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function randomText(): string {
  return randomBytes(12).toString('base64url');
}

await main(JSON.parse(process.argv[2] ?? ''));
