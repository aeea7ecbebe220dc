import type { Allowance } from './history/check-history.ts';
import type { Evidence } from './history/history.ts';
import type { Stage } from './stage.ts';

/** What a scenario asks of the machine beside node and redis-server. */
export type Need = 'gcc' | 'small disk';

/** One fault that the product has to survive. */
export interface Scenario {
  /** As `--only` takes it. */
  readonly name: string;
  /** What is done to what, in a few words. */
  readonly title: string;
  readonly needs?: readonly Need[];
  /** Part of `npm run verify` too; the others run with `--long`. */
  readonly isShort?: boolean;
  readonly allowance: Allowance;
  /** Where acknowledged votes may be lost: how many, in words. */
  readonly bound?: string;
  /** Plays it, and gives what there is to judge. @throws Error when the scenario itself did not come about */
  run(stage: Stage): Promise<Evidence>;
}

/** Nothing is excused. */
export const NOTHING: Allowance = { breaks: [], loss: null };
/** Of a service that was killed connections break, and none can be made until it is there again; before and after all are answered. */
export const BROKEN_CONNECTIONS: Allowance = { breaks: ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'], loss: null };
