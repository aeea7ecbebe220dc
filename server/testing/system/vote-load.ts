import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { Answer } from '../api-client.ts';
import type { Owner } from './installation.ts';
import type { Target } from './service-process.ts';
import { totalOf, type VoteOptions, vote } from './voting.ts';

/** Votes that are being cast. */
export interface VoteLoad {
  /** Waits until so many more votes were acknowledged. */
  untilMore(votes: number): Promise<void>;
  /** Casts no further votes, and waits for those under way. */
  stop(): Promise<void>;
}

const MORE_DEADLINE_MS = 30_000;
/** A lane that got no success tries again soon, but does not spin. */
const PAUSE_MS = 5;
const HOSTS = 2 ** 24;

/** What the voters of one or several loads know afterwards. */
export class VoteHistory {
  /** Voters whose vote was answered with success, and when they may vote again. */
  readonly acknowledged = new Map<string, string>();
  /** Voters who do not know: the answer was a problem or never came. */
  readonly unknown = new Set<string>();
  /** How often each status came. */
  readonly statuses = new Map<number, number>();
  /** The longest time that an answer took. */
  slowestMs = 0;
  readonly #network = randomInt(20, 100);
  #host = randomInt(HOSTS);

  /** The address of somebody who was not here before. */
  newVoter(): string {
    this.#host = (this.#host + 1) % HOSTS;
    return [this.#network, this.#host >> 16, (this.#host >> 8) & 255, this.#host & 255].join('.');
  }

  note(ip: string, answer: Answer | null, ms: number): void {
    if (answer === null) {
      this.unknown.add(ip);
      return;
    }
    this.slowestMs = Math.max(this.slowestMs, ms);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 200) this.acknowledged.set(ip, answer.body.nextVoteAt);
    else this.unknown.add(ip);
  }
}

/** Casts votes of ever new voters without pause until it is stopped, so many at once, each lane on a connection kept alive. */
export function startVoteLoad(service: Target, owner: Owner, history: VoteHistory, lanes = 8): VoteLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  let stopped = false;

  async function runLane(): Promise<void> {
    while (!stopped) {
      const ip = history.newVoter();
      const startedAt = performance.now();
      const answer = await answerOrNull(service, owner, { ip, agent });
      history.note(ip, answer, performance.now() - startedAt);
      if (answer?.status !== 200) await delay(PAUSE_MS);
    }
  }

  async function stop(): Promise<void> {
    stopped = true;
    await running;
    agent.destroy();
  }

  const running = Promise.all(Array.from({ length: lanes }, runLane));
  onTestFinished(stop);
  return {
    async untilMore(votes) {
      const goal = history.acknowledged.size + votes;
      const polling = { timeout: MORE_DEADLINE_MS, interval: 5 };
      await expect.poll(() => history.acknowledged.size, polling).toBeGreaterThanOrEqual(goal);
    },
    stop,
  };
}

/**
 * Holds a service to a history: every acknowledged voter is refused with the time that was promised, whoever does not know
 * has voted or can vote now, and so in the end every voter was counted exactly once.
 */
export async function expectNothingLost(service: Target, owner: Owner, history: VoteHistory): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const again = (ip: string) => vote(service, owner, { ip, agent });
  const promised = [...history.acknowledged];
  const refusals = await Promise.all(promised.map(([ip]) => again(ip)));
  const kept = refusals.map(({ status, body }, index) => [promised[index]?.[0], status, body.code, body.nextVoteAt]);
  expect(kept).toEqual(promised.map(([ip, nextVoteAt]) => [ip, 429, 'already_voted', nextVoteAt]));
  const retries = await Promise.all([...history.unknown].map(again));
  expect(retries.filter(({ status, body }) => status !== 200 && body.code !== 'already_voted')).toEqual([]);
  agent.destroy();
  expect(await totalOf(service, owner)).toBe(promised.length + retries.length);
}

/** `null` when the connection broke or there was nobody to connect to. */
async function answerOrNull(service: Target, owner: Owner, options: VoteOptions): Promise<Answer | null> {
  try {
    return await vote(service, owner, options);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
