import { FLUSHED_AT_ONCE, startRedis } from '../processes/redis.ts';
import { NOTHING, type Scenario } from '../scenario.ts';
import { openScene, playTrouble, requireCode, type Scene } from '../stage.ts';

/** Nobody listens there, so whoever follows it has no master. */
const NOBODY = ['127.0.0.1', 1] as const;

/** One Redis goes away and comes back, by force or by its operator. */
export const REDIS_DIES: readonly Scenario[] = [
  {
    name: 'kill-redis',
    title: 'kill -9 of Redis with appendfsync always',
    isShort: true,
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage, { args: FLUSHED_AT_ONCE });
      const scene = await openScene(stage, { redisUrl: redis.url, services: [{}, {}] });
      return playTrouble(scene, async ({ load, mark }) => {
        for (let round = 0; round < (stage.isLong ? 8 : 2); round += 1) {
          await load.untilMore(300);
          mark();
          await redis.kill();
          await load.forSeconds(0.5);
          await redis.start();
        }
        await load.untilMore(300);
      });
    },
  },
  {
    name: 'redis-down-at-start',
    title: 'Redis down when the service starts, up 4 s later',
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage, { args: FLUSHED_AT_ONCE });
      const scene = await openScene(stage, {
        redisUrl: redis.url,
        services: [{ until: 'alive' }],
        beforeStart: () => redis.kill(),
      });
      return playTrouble(scene, async ({ load, clients }) => {
        await load.forSeconds(4);
        requireCode(clients, 'store_unavailable');
        await redis.start();
        await load.untilMore(500);
      });
    },
  },
  {
    name: 'redis-gone',
    title: 'Redis stopped by its operator for 5 s, and once restarted at once',
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage, { args: FLUSHED_AT_ONCE });
      const scene = await openScene(stage, { redisUrl: redis.url });
      return playTrouble(scene, async ({ load, clients, mark }) => {
        for (const seconds of [5, 0]) {
          await load.untilMore(300);
          mark();
          await redis.stop();
          await load.forSeconds(seconds);
          await redis.start();
        }
        await load.untilMore(300);
        requireCode(clients, 'store_unavailable');
      });
    },
  },
  {
    name: 'readonly',
    title: 'the connected master is made a replica (READONLY) and a master again',
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage, { args: FLUSHED_AT_ONCE });
      const scene: Scene = await openScene(stage, { redisUrl: redis.url, services: [{}, {}] });
      return playTrouble(scene, async ({ load, clients, mark }) => {
        for (let round = 0; round < 3; round += 1) {
          await load.untilMore(200);
          mark();
          await redis.command('REPLICAOF', ...NOBODY);
          await load.forSeconds(2);
          await redis.command('REPLICAOF', 'NO', 'ONE');
        }
        await load.untilMore(200);
        requireCode(clients, 'store_unavailable');
      });
    },
  },
];
