import type { Scenario } from './scenario.ts';
import { CLOCKS } from './scenarios/clocks.ts';
import { DISK_FULL } from './scenarios/disk-full.ts';
import { FAILOVER } from './scenarios/failover.ts';
import { REDIS_DIES } from './scenarios/redis-dies.ts';
import { REDIS_FORGETS } from './scenarios/redis-forgets.ts';
import { REDIS_SLOW } from './scenarios/redis-slow.ts';
import { SERVICE_DIES } from './scenarios/service-dies.ts';

/** Every fault, in the order in which they are played. */
export const SCENARIOS: readonly Scenario[] = [
  ...SERVICE_DIES,
  ...REDIS_DIES,
  ...REDIS_SLOW,
  ...REDIS_FORGETS,
  ...FAILOVER,
  ...DISK_FULL,
  ...CLOCKS,
];
