import { FLUSHED_AT_ONCE, startRedis } from '../processes/redis.ts';
import { NOTHING, type Scenario } from '../scenario.ts';
import { openScene, playTrouble, requireCode } from '../stage.ts';

/** How soon a change of the eviction policy is seen. */
const POLICY_SEEN_SECONDS = 7;
const ROOM_BYTES = 1_500_000;

/** Redis forgets its scripts or its clients, or is about to forget votes. */
export const REDIS_FORGETS: readonly Scenario[] = [
  {
    name: 'script-flush',
    title: 'SCRIPT FLUSH every second',
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage);
      const scene = await openScene(stage, { redisUrl: redis.url, services: [{}, {}] });
      return playTrouble(scene, async ({ load, mark }) => {
        for (let round = 0; round < (stage.isLong ? 20 : 4); round += 1) {
          await load.forSeconds(1);
          mark();
          await redis.command('SCRIPT', 'FLUSH');
        }
        await load.untilMore(100);
      });
    },
  },
  {
    name: 'client-kill',
    title: 'CLIENT KILL of every connection, three times a second',
    isShort: true,
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage);
      const scene = await openScene(stage, { redisUrl: redis.url, services: [{}, {}] });
      return playTrouble(scene, async ({ load, mark }) => {
        for (let round = 0; round < (stage.isLong ? 60 : 9); round += 1) {
          await load.forSeconds(0.33);
          mark();
          for (const type of ['normal', 'pubsub']) await redis.command('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
        }
        await load.untilMore(100);
      });
    },
  },
  {
    name: 'eviction-policy',
    title: 'maxmemory-policy changed to allkeys-lru while running, and back',
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage, { args: ['--maxmemory', '256mb'] });
      const scene = await openScene(stage, { redisUrl: redis.url });
      return playTrouble(scene, async ({ load, clients, mark }) => {
        await load.untilMore(200);
        mark();
        await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
        await load.forSeconds(POLICY_SEEN_SECONDS);
        requireCode(clients, 'eviction_policy');
        await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
        await load.untilMore(200);
      });
    },
  },
  {
    name: 'memory-full',
    title: 'the memory of Redis full, then made larger',
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage, { args: FLUSHED_AT_ONCE });
      const scene = await openScene(stage, { redisUrl: redis.url, services: [{}, {}] });
      return playTrouble(scene, async ({ load, clients, mark }) => {
        const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
        await redis.command('CONFIG', 'SET', 'maxmemory', used + ROOM_BYTES);
        await load.untilMore(100);
        mark();
        // Votes alone would take long to fill it.
        await redis.command('SETRANGE', 'ballast', ROOM_BYTES, '1');
        await load.forSeconds(stage.isLong ? 8 : 4);
        requireCode(clients, 'store_unavailable');
        await redis.command('CONFIG', 'SET', 'maxmemory', 0);
        await load.untilMore(300);
        await redis.command('DEL', 'ballast');
      });
    },
  },
];
