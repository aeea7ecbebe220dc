import { FLUSHED_AT_ONCE, startRedis } from '../processes/redis.ts';
import { BROKEN_CONNECTIONS, type Scenario } from '../scenario.ts';
import { openScene, playTrouble, type Scene, type Stage } from '../stage.ts';

const KILL_EVERY_SECONDS = 5;

/** Kills each process in turn, every five seconds, and starts it again. */
async function killInTurn(stage: Stage, scene: Scene) {
  const kills = stage.isLong ? 6 : 2;
  return playTrouble(scene, async ({ load, away }) => {
    for (let round = 0; round < kills; round += 1) {
      const victim = scene.services[round % scene.services.length];
      await load.forSeconds(stage.isLong ? KILL_EVERY_SECONDS : 2);
      await away(async () => {
        await victim?.kill();
        await victim?.start();
      });
    }
    await load.untilMore(100);
  });
}

/** The service itself ends, by force or because it is asked to. */
export const SERVICE_DIES: readonly Scenario[] = [
  {
    name: 'kill-service-embedded',
    title: 'kill -9 of the service every 5 s, embedded store',
    allowance: BROKEN_CONNECTIONS,
    run: async (stage) => killInTurn(stage, await openScene(stage)),
  },
  {
    name: 'kill-service-redis',
    title: 'kill -9 of the service every 5 s, Redis',
    allowance: BROKEN_CONNECTIONS,
    async run(stage) {
      const redis = await startRedis(stage, { args: FLUSHED_AT_ONCE });
      return killInTurn(stage, await openScene(stage, { redisUrl: redis.url, services: [{}, {}] }));
    },
  },
  {
    name: 'kill-embedded-pair',
    title: 'two processes on one embedded store, each killed by kill -9 in the middle of commits',
    isShort: true,
    allowance: BROKEN_CONNECTIONS,
    run: async (stage) => killInTurn(stage, await openScene(stage, { services: [{}, {}] })),
  },
  {
    name: 'sigterm',
    title: 'SIGTERM twenty times under keep-alive load',
    isShort: true,
    // A process that is gone refuses, and the system resets what waited to be taken; but whatever it took it has to answer.
    allowance: { breaks: ['ECONNREFUSED'], resetsUntaken: true, loss: null },
    async run(stage) {
      const scene = await openScene(stage);
      const [service] = scene.services;
      return playTrouble(scene, async ({ load, away }) => {
        for (let round = 0; round < (stage.isLong ? 20 : 3); round += 1) {
          await load.untilMore(100);
          await away(async () => {
            const code = await service?.stop();
            if (code !== 0) throw new Error(`The service ended with ${code}.`);
            await service?.start();
          });
        }
        await load.untilMore(100);
      });
    },
  },
];
