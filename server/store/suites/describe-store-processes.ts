import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DirectoryChange } from '../directory-store.ts';
import type { LoggedVote, VoteAttempt, VoteOutcome } from '../vote-store.ts';
import { again, newAttempt, newKey, seedAccount } from './builders.ts';
import { type CompiledStore, compileStore, type StoreProcess } from './start-store-process.ts';
import type { FixtureOptions, PlacedFixture } from './store-fixture.ts';

/** What a store promises to several processes, and to one that is killed. All of them go by the machine's clock. */
export function describeStoreProcesses(name: string, open: (options: FixtureOptions) => Promise<PlacedFixture>): void {
  describe(`several processes on ${name}`, () => {
    let compiled: CompiledStore;
    let fixture: PlacedFixture;
    beforeAll(async () => {
      compiled = await compileStore();
    });
    afterAll(() => compiled.remove());
    beforeEach(async () => {
      fixture = await open({ clock: Date.now });
    });
    afterEach(() => fixture.close());

    const startTwo = () => Promise.all([compiled.start(fixture.place), compiled.start(fixture.place)]);

    test('200 votes of one voter from two processes at once: exactly one is counted', async () => {
      const seeded = await seedAccount(fixture.stores);
      const attempt = newAttempt(seeded);
      const outcomes = await castOver(
        await startTwo(),
        Array.from({ length: 200 }, () => again(attempt)),
      );
      const losers = outcomes.filter((outcome) => outcome.status === 'already_voted');
      expect(losers).toHaveLength(199);
      expect(new Set(losers.map((outcome) => outcome.nextVoteAtMs)).size).toBe(1);
      expect(await fixture.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([1]);
    });

    test('60 voters on one key from two processes at once: exactly thirty are counted', async () => {
      const seeded = await seedAccount(fixture.stores);
      const outcomes = await castOver(
        await startTwo(),
        Array.from({ length: 60 }, () => newAttempt(seeded)),
      );
      expect(outcomes.map((outcome) => outcome.status).sort()).toEqual([
        ...Array(30).fill('counted'),
        ...Array(30).fill('rate_limited'),
      ]);
      expect(await fixture.stores.votes.readTotals(seeded.accountId, seeded.serverNums)).toEqual([30]);
    });

    test('a change here is announced while another process votes, and its votes announce nothing', async () => {
      const seeded = await seedAccount(fixture.stores);
      const second = await fixture.openSecond();
      const changes: DirectoryChange[] = [];
      second.directory.onChange((change) => changes.push(change));
      const voting = await compiled.start(fixture.place);
      voting.tell({ kind: 'cast without end', template: newAttempt(seeded, { votesPerMinute: 1e6 }), parallel: 1 });
      for (let count = 0; count < 50; count += 1) await voting.next();
      await second.directory.findServer(seeded.serverIds[0]!);
      expect(changes).toEqual([]);
      await fixture.stores.directory.saveKey(newKey(seeded.accountId));
      await vi.waitFor(() => expect(changes).not.toEqual([]), { timeout: 5_000, interval: 10 });
    });

    test('what another process changed while a vote was written is known in the turn after it', async () => {
      const seeded = await seedAccount(fixture.stores);
      const second = await fixture.openSecond();
      const changes: DirectoryChange[] = [];
      await second.votes.castVote(newAttempt(seeded));
      second.directory.onChange((change) => changes.push(change));
      await fixture.stores.directory.saveKey(newKey(seeded.accountId));
      second.directory.noticeChanges();
      expect(changes).toEqual([{ accountId: null, isCertain: true }]);
    });

    test('kill -9 under load loses no acknowledged vote, and the store goes on', async () => {
      const seeded = await seedAccount(fixture.stores);
      const template = newAttempt(seeded, { votesPerMinute: 1e6 });
      for (let round = 0; round < 3; round += 1) {
        const killed = await compiled.start(fixture.place);
        killed.tell({ kind: 'cast without end', template, parallel: 50 });
        const acknowledged = [await killed.next()];
        while (acknowledged.length < 500) acknowledged.push(await killed.next());
        await killed.kill();
        for (let vote = await killed.next(); vote !== null; vote = await killed.next()) acknowledged.push(vote);
        await expectKept(acknowledged, template);
      }
    });

    /** Every acknowledged vote is in the log and locked, and the total is the number of log entries. */
    async function expectKept(acknowledged: readonly unknown[], template: VoteAttempt): Promise<void> {
      const { votes } = fixture.stores;
      const log = await readWholeLog();
      const kept = new Set(log.map((entry) => entry.voteId));
      expect(await votes.readTotals(template.accountId, [template.serverNum])).toEqual([log.length]);
      for (const vote of acknowledged) {
        if (!isAcknowledged(vote)) throw new Error(`a process of a test said ${JSON.stringify(vote)}`);
        expect(kept).toContain(vote.voteId);
        const repeated = await votes.castVote(again(template, { voters: [vote.voter] }));
        expect(repeated.status).toBe('already_voted');
      }

      async function readWholeLog(): Promise<LoggedVote[]> {
        const entries: LoggedVote[] = [];
        for (;;) {
          const page = await votes.readLog(template.accountId, entries.at(-1)?.voteId ?? null, 1_000);
          if (page.length === 0) return entries;
          entries.push(...page);
        }
      }
    }
  });
}

/** Gives the attempts to the processes in turn, all before any has answered. */
async function castOver(processes: readonly StoreProcess[], attempts: readonly VoteAttempt[]): Promise<VoteOutcome[]> {
  for (const [index, process] of processes.entries()) {
    process.tell({ kind: 'cast', attempts: attempts.filter((_, turn) => turn % processes.length === index) });
  }
  const answers = await Promise.all(processes.map((process) => process.next()));
  return answers.flatMap((answer) => {
    if (!Array.isArray(answer)) throw new Error('a process of a test ended early');
    return answer;
  });
}

function isAcknowledged(value: unknown): value is { readonly voteId: string; readonly voter: string } {
  return typeof value === 'object' && value !== null && 'voteId' in value && 'voter' in value;
}
