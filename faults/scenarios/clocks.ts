import { createShiftedClock, type ShiftedClock } from '../processes/clock-shim.ts';
import { startRedis } from '../processes/redis.ts';
import { NOTHING, type Scenario } from '../scenario.ts';
import { openScene, playTrouble, requireCode, type Stage } from '../stage.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Moves the clock of Redis alone, and rights it again: no votes are counted meanwhile. */
async function moveClockOfRedis(stage: Stage, aheadMs: number) {
  const clock = createShiftedClock(stage.folder);
  const redis = await startRedis(stage, { env: clock.env });
  const scene = await openScene(stage, { redisUrl: redis.url });
  return playTrouble(scene, async ({ load, clients, mark }) => {
    for (let round = 0; round < (stage.isLong ? 3 : 1); round += 1) {
      await load.untilMore(200);
      mark();
      clock.shift(aheadMs);
      await load.forSeconds(3);
      clock.shift(0);
    }
    await load.untilMore(200);
    requireCode(clients, 'clock_skew');
  });
}

/** Votes while the clock of a service, and of what else runs by it, goes back by two hours. */
async function playSetBack(stage: Stage, clock: ShiftedClock, store: { readonly redisUrl?: string }) {
  let aheadMs = 0;
  const scene = await openScene(stage, { ...store, services: [{ env: clock.env, clockAheadMs: () => aheadMs }] });
  return playTrouble(scene, async ({ load, mark }) => {
    await load.untilMore(400);
    mark();
    aheadMs = -2 * HOUR_MS;
    clock.shift(aheadMs);
    await load.untilMore(400);
  });
}

/** Clocks that are wrong, or are set. */
export const CLOCKS: readonly Scenario[] = [
  {
    name: 'redis-clock-ahead',
    title: 'the clock of Redis 13 h ahead for 3 s, again and again',
    needs: ['gcc'],
    isShort: true,
    allowance: NOTHING,
    run: (stage) => moveClockOfRedis(stage, 13 * HOUR_MS),
  },
  {
    name: 'redis-clock-behind',
    title: 'the clock of Redis 2 h behind for 3 s, again and again',
    needs: ['gcc'],
    allowance: NOTHING,
    run: (stage) => moveClockOfRedis(stage, -2 * HOUR_MS),
  },
  {
    name: 'machine-clock-back',
    title: 'the clock of the whole machine set back by 2 h, Redis and service',
    needs: ['gcc'],
    allowance: NOTHING,
    async run(stage) {
      const clock = createShiftedClock(stage.folder);
      const redis = await startRedis(stage, { env: clock.env });
      return playSetBack(stage, clock, { redisUrl: redis.url });
    },
  },
  {
    name: 'service-clocks-off',
    title: 'one service 5 min ahead, another 5 min behind, on one Redis',
    needs: ['gcc'],
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage);
      const services = [-5, 5].map((minutes) => {
        const clock = createShiftedClock(stage.folder);
        clock.shift(minutes * MINUTE_MS);
        return { env: clock.env, clockAheadMs: () => minutes * MINUTE_MS };
      });
      const scene = await openScene(stage, { redisUrl: redis.url, services });
      return playTrouble(scene, ({ load }) => load.untilMore(stage.isLong ? 3_000 : 500));
    },
  },
  {
    name: 'embedded-clock-back',
    title: 'the clock under the embedded store set back by 2 h',
    needs: ['gcc'],
    allowance: NOTHING,
    async run(stage) {
      return playSetBack(stage, createShiftedClock(stage.folder), {});
    },
  },
];
