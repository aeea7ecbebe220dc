import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Stores } from '../stores.ts';
import { DAY_MS, newAttempt, type SeededAccount, seedAccount } from '../suites/builders.ts';
import { withJournalOf } from '../suites/open-embedded-fixture.ts';
import type { PlacedFixture } from '../suites/store-fixture.ts';
import type { SuiteClock } from '../suites/suite-clock.ts';
import type { LoggedVote } from '../vote-store.ts';

const HANDLES = 3;

type Step =
  | { readonly kind: 'votes'; readonly handle: number; readonly accounts: readonly number[] }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'delete server' | 'delete account'; readonly handle: number; readonly account: number }
  | { readonly kind: 'restart'; readonly handle: number };

const handle = fc.nat(HANDLES - 1);
const account = fc.nat(2);
const waits = fc.constantFrom(0, 1, 1_000, DAY_MS, -1, -DAY_MS);
const deletes = fc.constantFrom('delete server' as const, 'delete account' as const);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('votes'),
      handle,
      accounts: fc.array(account, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), ms: waits }) },
  { weight: 1, arbitrary: fc.record({ kind: deletes, handle, account }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), handle }) },
);

/** An account as it should be: its servers that are left, and the votes of each. */
interface Told {
  seeded: SeededAccount;
  log: LoggedVote[];
}

class Histories {
  readonly #fixture: PlacedFixture;
  readonly #clock: SuiteClock;
  readonly #told: Told[] = [];
  readonly #handles: Stores[] = [];

  constructor(fixture: PlacedFixture, clock: SuiteClock) {
    this.#fixture = fixture;
    this.#clock = clock;
  }

  async begin(): Promise<void> {
    for (let count = 0; count < 3; count += 1) {
      this.#told.push({ seeded: await seedAccount(this.#fixture.stores, 3), log: [] });
    }
    for (let count = 0; count < HANDLES; count += 1) this.#handles.push(await this.#fixture.openSecond());
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'wait') this.#clock.advance(step.ms);
    else if (step.kind === 'restart') this.#handles[step.handle] = await this.#fixture.openSecond();
    else if (step.kind === 'votes') await this.#vote(step.handle, step.accounts);
    else await this.#delete(step);
  }

  /** The log, the totals and the days that each handle tells, a new one too, and what a copy would hold. */
  async expectSame(): Promise<void> {
    const copied = await this.#readCopied();
    for (const { votes } of [...this.#handles, await this.#fixture.openSecond()]) {
      for (const { seeded, log } of this.#told) {
        const { accountId, serverNums } = seeded;
        expect(await votes.readLog(accountId, null, 1_000)).toEqual(log);
        const [, second] = log;
        if (second !== undefined) expect(await votes.readLog(accountId, second.voteId, 2)).toEqual(log.slice(2, 4));
        expect(copied.log.filter((vote) => vote.accountId === accountId).map(({ vote }) => vote)).toEqual(log);
        const counts = serverNums.map((serverNum) => log.filter((vote) => vote.serverNum === serverNum).length);
        expect(await votes.readTotals(accountId, serverNums)).toEqual(counts);
        for (const [index, serverNum] of serverNums.entries()) {
          const days = await votes.readDays(accountId, serverNum);
          expect(days.reduce((sum, day) => sum + day.votes, 0)).toBe(counts[index]);
          expect(days.map(({ day }) => day)).toEqual(daysOf(log, serverNum));
          expect(copied.totals.get(`${accountId} ${serverNum}`) ?? 0).toBe(counts[index]);
        }
      }
    }
  }

  async #vote(handle: number, accounts: readonly number[]): Promise<void> {
    const votes = accounts.flatMap((account) => {
      const told = this.#told[account];
      const serverNum = told?.seeded.serverNums.at(told.log.length % 3) ?? told?.seeded.serverNums.at(0);
      if (told === undefined || serverNum === undefined) return [];
      return [{ told, attempt: newAttempt(told.seeded, { serverNum, votesPerMinute: 1_000, username: 'someone' }) }];
    });
    const outcomes = await Promise.all(votes.map(({ attempt }) => this.#handles[handle]?.votes.castVote(attempt)));
    for (const [index, { told, attempt }] of votes.entries()) {
      const { serverNum, network, via } = attempt;
      const total = told.log.filter((vote) => vote.serverNum === serverNum).length + 1;
      const outcome = outcomes[index];
      expect(outcome).toMatchObject({ status: 'counted', votes: total });
      if (outcome === undefined || !('voteId' in outcome)) continue;
      const { voteId, nowMs: timeMs } = outcome;
      told.log.push({ voteId, serverNum, timeMs, username: 'someone', total, via, network });
    }
  }

  async #delete({ kind, handle, account }: Extract<Step, { readonly account: number }>): Promise<void> {
    const told = this.#told[account];
    const directory = this.#handles[handle]?.directory;
    if (told === undefined || directory === undefined) return;
    const { seeded } = told;
    if (kind === 'delete account') {
      await directory.deleteAccount(seeded.accountId);
      this.#told[account] = { seeded: { ...seeded, serverIds: [], serverNums: [] }, log: [] };
    } else {
      const [serverId, ...serverIds] = seeded.serverIds;
      const [serverNum, ...serverNums] = seeded.serverNums;
      if (serverId === undefined) return;
      await directory.deleteServer(serverId);
      const log = told.log.filter((vote) => vote.serverNum !== serverNum);
      this.#told[account] = { seeded: { ...seeded, serverIds, serverNums }, log };
    }
  }

  async #readCopied() {
    const log: { readonly accountId: string; readonly vote: LoggedVote }[] = [];
    const totals = new Map<string, number>();
    for await (const record of this.#fixture.stores.archive.dump()) {
      if (record.type === 'vote') log.push(record);
      if (record.type === 'total') totals.set(`${record.accountId} ${record.serverNum}`, record.votes);
    }
    return { log, totals };
  }
}

function daysOf(log: readonly LoggedVote[], serverNum: number): string[] {
  const ofServer = log.filter((vote) => vote.serverNum === serverNum);
  return [...new Set(ofServer.map(({ timeMs }) => new Date(timeMs).toISOString().slice(0, 10)))].sort();
}

test('every handle tells the same log, totals and days, whichever votes were moved, whoever moves and deletes them', {
  timeout: 60_000,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(steps, { minLength: 1, maxLength: 30 }),
    fc.constantFrom(1, 3, 20),
    async (history, gathered) => {
      await withJournalOf(gathered, async (fixture, clock) => {
        const histories = new Histories(fixture, clock);
        await histories.begin();
        for (const step of history) await histories.take(step);
        await histories.expectSame();
      });
    },
  );
  await fc.assert(property, { numRuns: 300 });
});
