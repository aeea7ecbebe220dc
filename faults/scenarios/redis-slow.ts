import { startFaultProxy, type Weather } from '../processes/fault-proxy.ts';
import { startRedis } from '../processes/redis.ts';
import { NOTHING, type Scenario } from '../scenario.ts';
import { openScene, playTrouble, type Stage, type Trouble } from '../stage.ts';

/** A Redis with a proxy in front, through which the service has to go. */
async function throughProxy(stage: Stage, make: (trouble: Trouble, set: (weather: Weather) => void) => Promise<void>) {
  const redis = await startRedis(stage);
  const proxy = await startFaultProxy(redis);
  const redisUrl = `redis://${proxy.host}:${proxy.port}`;
  const scene = await openScene(stage, { redisUrl, straightUrl: redis.url, services: [{}, {}] });
  try {
    return await playTrouble(scene, (trouble) => make(trouble, proxy.set));
  } finally {
    proxy.close();
  }
}

/** Redis hangs, dawdles, or what it says does not arrive. */
export const REDIS_SLOW: readonly Scenario[] = [
  {
    name: 'lost-replies',
    title: 'the reply to 30 % of what carries votes is lost and its connection breaks',
    isShort: true,
    allowance: NOTHING,
    run: (stage) =>
      throughProxy(stage, async ({ load }, set) => {
        await load.untilMore(100);
        set({ lostReplies: 0.3 });
        await load.forSeconds(stage.isLong ? 20 : 4);
        set({});
        await load.untilMore(100);
      }),
  },
  {
    name: 'slow-replies',
    title: 'every reply of Redis comes 50 to 500 ms late',
    isShort: true,
    allowance: NOTHING,
    run: (stage) =>
      throughProxy(stage, async ({ load }, set) => {
        await load.untilMore(100);
        set({ delayMs: [50, 500] });
        await load.forSeconds(stage.isLong ? 20 : 4);
        set({});
        await load.untilMore(100);
      }),
  },
  {
    name: 'frozen-redis',
    title: 'Redis frozen (SIGSTOP) for 0.2 to 4 s, again and again',
    isShort: true,
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage);
      const scene = await openScene(stage, { redisUrl: redis.url, services: [{}, {}] });
      return playTrouble(scene, async ({ load, mark }) => {
        for (const seconds of stage.isLong ? [0.2, 0.4, 0.8, 1.5, 4, 0.3, 1, 2] : [0.2, 0.5, 2]) {
          await load.untilMore(150);
          mark();
          redis.freeze();
          await load.forSeconds(seconds);
          redis.thaw();
        }
        await load.untilMore(150);
      });
    },
  },
  {
    name: 'client-pause',
    title: 'CLIENT PAUSE for 0.2 to 3 s, of all commands and of writes alone',
    allowance: NOTHING,
    async run(stage) {
      const redis = await startRedis(stage);
      const scene = await openScene(stage, { redisUrl: redis.url, services: [{}, {}] });
      return playTrouble(scene, async ({ load, mark }) => {
        for (const mode of ['ALL', 'WRITE']) {
          for (const ms of [200, 600, 1_500, 3_000]) {
            await load.untilMore(150);
            mark();
            await redis.command('CLIENT', 'PAUSE', ms, mode);
          }
        }
        await load.untilMore(150);
      });
    },
  },
];
