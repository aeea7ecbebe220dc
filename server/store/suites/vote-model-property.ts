import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VoteAttempt } from '../vote-store.ts';
import { again, COOLDOWN_MS, MINUTE_MS, newAttempt, newVoter, randomText, seedAccount } from './builders.ts';
import { type FixtureInUse, type OpenFixture, useFixture } from './store-fixture.ts';
import { VoteModel } from './vote-model.ts';

const VOTERS = 4;
const SERVERS = 2;
const KEYS = 2;
/** A store may forget locks that were over for so long. */
const FARTHEST_BACK_MS = 2 * 60 * MINUTE_MS;
/** Random histories of any length; the long form asks for a thousand of fifty steps. */
const { MODEL_RUNS } = process.env;
const RUNS = Number(MODEL_RUNS ?? 60);
const LENGTH = MODEL_RUNS === undefined ? { minLength: 5, maxLength: 60 } : { minLength: 50, maxLength: 50 };
/** Small, so that random commands reach it. */
const VOTES_PER_MINUTE = 3;

type Command =
  | {
      readonly kind: 'cast';
      readonly voter: number;
      readonly older: number | null;
      readonly server: number;
      readonly key: number;
      readonly tag: number;
      readonly limit: number;
    }
  | { readonly kind: 'retry'; readonly back: number; readonly sameAttempt: boolean }
  | { readonly kind: 'check'; readonly voter: number; readonly older: number | null; readonly key: number }
  | { readonly kind: 'rotate'; readonly key: number }
  | { readonly kind: 'import' }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'window edge'; readonly key: number; readonly early: boolean }
  | { readonly kind: 'lock edge'; readonly voter: number; readonly server: number; readonly early: boolean }
  | { readonly kind: 'clock back'; readonly ms: number };

const voter = fc.nat(VOTERS - 1);
/** Whose hash also stands for the voter, as under an older secret. */
const older = fc.option(voter, { freq: 2 });
const server = fc.nat(SERVERS - 1);
const key = fc.nat(KEYS - 1);
const early = fc.boolean();
/** Mostly the same; now and then it was raised or lowered. */
const limit = fc.oneof({ weight: 3, arbitrary: fc.constant(VOTES_PER_MINUTE) }, fc.constantFrom(0, 1, 2, 6));
/** What fails shrinks to a history of as many steps, most of which do nothing but wait for 0 ms. */
const command: fc.Arbitrary<Command> = fc.oneof(
  { withCrossShrink: true },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(45_000) }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('cast' as const), voter, older, server, key, tag: fc.nat(2), limit }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('retry' as const), back: fc.nat(4), sameAttempt: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('check' as const), voter, older, key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate' as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('window edge' as const), key, early }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lock edge' as const), voter, server, early }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clock back' as const), ms: fc.nat(FARTHEST_BACK_MS) }) },
);

/** Random histories: the store has to give the answers of the model. */
export function describeVoteModel(open: OpenFixture): void {
  describe('model', () => {
    const use = useFixture(open);

    test('any sequence of votes, retries, checks, rotated keys, imports and clock moves is answered as the model answers it', {
      timeout: Math.max(60_000, RUNS * 1_000),
    }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, LENGTH), async (commands) => {
          const history = await History.begin(use);
          for (const next of commands) await history.run(next);
          await history.compareAll();
        }),
        { numRuns: RUNS },
      );
    });
  });
}

/** One random history of one fresh account. */
class History {
  readonly #use: FixtureInUse;
  readonly #template: VoteAttempt;
  readonly #serverNums: readonly number[];
  readonly #voters = Array.from({ length: VOTERS }, newVoter);
  readonly #tags = [null, randomText(), randomText()];
  readonly #model = new VoteModel();
  readonly #sent: VoteAttempt[] = [];
  /** How often each key was rotated: the new one has a minute of its own. */
  readonly #rotations = Array.from({ length: KEYS }, () => 0);
  #imports = 0;
  #newestMs = 0;

  static async begin(use: FixtureInUse): Promise<History> {
    const seeded = await seedAccount(use.stores, SERVERS);
    return new History(use, newAttempt(seeded, { votesPerMinute: VOTES_PER_MINUTE }), seeded.serverNums);
  }

  private constructor(use: FixtureInUse, template: VoteAttempt, serverNums: readonly number[]) {
    this.#use = use;
    this.#template = template;
    this.#serverNums = serverNums;
  }

  async run(next: Command): Promise<void> {
    const clock = this.#use.clock;
    if (next.kind === 'cast') {
      const voters = this.#hashesOf(next);
      const serverNum = this.#serverNums[next.server]!;
      const idempotency = this.#tags[next.tag]!;
      const votesPerMinute = next.limit;
      const keyId = this.#keyName(next.key);
      await this.#cast(again(this.#template, { voters, serverNum, keyId, idempotency, votesPerMinute }));
    } else if (next.kind === 'retry') {
      const earlier = this.#sent.at(-1 - next.back);
      if (earlier !== undefined) await this.#cast(next.sameAttempt ? earlier : again(earlier));
    } else if (next.kind === 'check') {
      await this.#check(this.#hashesOf(next), this.#keyName(next.key));
    } else if (next.kind === 'rotate') {
      this.#rotations[next.key]! += 1;
    } else if (next.kind === 'import') {
      await this.#import();
    } else if (next.kind === 'advance') {
      clock.advance(next.ms);
    } else if (next.kind === 'window edge') {
      const { resetMs } = this.#model.windowOf(this.#keyName(next.key), VOTES_PER_MINUTE, clock.nowMs);
      clock.advance(Math.max(0, resetMs - (next.early ? 1 : 0)));
    } else if (next.kind === 'lock edge') {
      const voters = [this.#voters[next.voter]!];
      const nextVoteAtMs = this.#model.nextVoteAt(this.#serverNums[next.server]!, voters, clock.nowMs);
      if (nextVoteAtMs !== null) clock.nowMs = nextVoteAtMs - (next.early ? 1 : 0);
    } else {
      await this.#goBack(next.ms);
    }
  }

  #hashesOf({ voter, older }: { readonly voter: number; readonly older: number | null }): string[] {
    const numbers = older === null ? [voter] : [voter, older];
    return numbers.map((number) => this.#voters[number]!);
  }

  async compareAll(): Promise<void> {
    const { votes } = this.#use.stores;
    const { accountId } = this.#template;
    const totals = this.#serverNums.map((num) => this.#model.totals.get(num) ?? 0);
    expect(await votes.readTotals(accountId, this.#serverNums)).toEqual(totals);
    expect(await votes.readLog(accountId, null, 1_000)).toEqual(this.#model.log);
    for (const serverNum of this.#serverNums) {
      const days = [...(this.#model.days.get(serverNum) ?? [])].map(([day, count]) => ({ day, votes: count }));
      days.sort((a, b) => (a.day < b.day ? -1 : 1));
      expect(await votes.readDays(accountId, serverNum)).toEqual(days);
    }
  }

  async #cast(attempt: VoteAttempt): Promise<void> {
    const nowMs = this.#use.clock.nowMs;
    const expected = this.#model.expect(attempt, nowMs);
    const isFresh = expected.status === 'counted' && expected.voteId === undefined;
    const outcome = await this.#use.stores.votes.castVote(attempt);
    expect(outcome).toEqual(isFresh ? { ...expected, voteId: expect.stringMatching(/^\d+-\d+$/) } : expected);
    if (isFresh && 'voteId' in outcome) this.#model.count(attempt, outcome.voteId, nowMs);
    this.#sent.push(attempt);
  }

  async #check(voters: readonly string[], keyId: string): Promise<void> {
    const { nowMs } = this.#use.clock;
    const { accountId, votesPerMinute } = this.#template;
    const question = { accountId, serverNums: this.#serverNums, keyId, votesPerMinute, voters };
    expect(await this.#use.stores.votes.checkVotes(question)).toEqual({
      nowMs,
      window: this.#model.windowOf(keyId, votesPerMinute, nowMs),
      servers: this.#serverNums.map((num) => ({
        nextVoteAtMs: this.#model.nextVoteAt(num, voters, nowMs),
        votes: this.#model.totals.get(num) ?? 0,
      })),
    });
  }

  /**
   * How much a store still knows of minutes that are over is its own affair. So every key votes once at the earlier time, and
   * a minute later the windows have to be empty for everybody.
   */
  async #goBack(ms: number): Promise<void> {
    const { clock, stores } = this.#use;
    this.#newestMs = Math.max(this.#newestMs, clock.nowMs);
    clock.nowMs = Math.max(clock.nowMs - ms, this.#newestMs - FARTHEST_BACK_MS);
    for (const keyId of this.#everyKey()) {
      const attempt = again(this.#template, {
        voters: [newVoter()],
        serverNum: this.#serverNums[0]!,
        keyId,
        cooldownMs: COOLDOWN_MS,
      });
      const outcome = await stores.votes.castVote(attempt);
      expect(['counted', 'rate_limited']).toContain(outcome.status);
      expect(outcome.window.resetMs).toBeLessThanOrEqual(MINUTE_MS);
      if (outcome.status === 'counted') this.#model.count(attempt, outcome.voteId, clock.nowMs);
    }
    clock.advance(MINUTE_MS);
    this.#model.emptyWindows();
  }

  /** Servers come again with other words; votes, locks and minutes are no part of that. */
  async #import(): Promise<void> {
    const { directory } = this.#use.stores;
    const { accountId } = this.#template;
    this.#imports += 1;
    const servers = await directory.listServers(accountId);
    const rows = servers.map(({ accountId: _, num: __, ...draft }) => ({ ...draft, description: `${this.#imports}` }));
    const saved = await directory.saveServers(accountId, rows);
    expect(saved.map(({ status }) => status)).toEqual(servers.map(() => 'updated'));
  }

  #keyName(index: number, rotation = this.#rotations[index]): string {
    return `key_${index}_${rotation}`;
  }

  /** Those that were rotated too: a retry may still come by one of them. */
  #everyKey(): string[] {
    return this.#rotations.flatMap((last, index) =>
      Array.from({ length: last + 1 }, (_, rotation) => this.#keyName(index, rotation)),
    );
  }
}
