import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startRedis } from '../processes/redis.ts';
import type { SmallDisk } from '../processes/small-disk.ts';
import { mountSmallDisk } from '../processes/small-disk.ts';
import { NOTHING, type Scenario } from '../scenario.ts';
import { openScene, playTrouble, requireCode, type Scene, type Stage } from '../stage.ts';

/** Fills the disk twice, and makes room again. */
async function fillTwice(stage: Stage, scene: Scene, disk: SmallDisk) {
  return playTrouble(scene, async ({ load, clients, mark }) => {
    for (let round = 0; round < 2; round += 1) {
      await load.untilMore(200);
      mark();
      disk.fill();
      await load.forSeconds(stage.isLong ? 6 : 3);
      requireCode(clients, 'store_unavailable');
      disk.free();
    }
    await load.untilMore(200);
  });
}

/** The disk under the store is full for a while. */
export const DISK_FULL: readonly Scenario[] = [
  {
    name: 'disk-full-embedded',
    title: 'the disk under the embedded store full, two processes on it',
    needs: ['small disk'],
    isShort: true,
    allowance: NOTHING,
    async run(stage) {
      const disk = mountSmallDisk(stage.folder);
      try {
        const dataDir = join(disk.path, 'data');
        const scene = await openScene(stage, { dataDir, services: [{}, {}] });
        return await fillTwice(stage, scene, disk);
      } finally {
        await stage.processes.close();
        disk.unmount();
      }
    },
  },
  {
    name: 'disk-full-redis',
    title: 'the disk under the append-only file of Redis full',
    needs: ['small disk'],
    allowance: NOTHING,
    async run(stage) {
      const disk = mountSmallDisk(stage.folder);
      try {
        const dir = join(disk.path, 'redis');
        mkdirSync(dir);
        const redis = await startRedis(stage, { dir, args: ['--appendonly', 'yes', '--appendfsync', 'everysec'] });
        return await fillTwice(stage, await openScene(stage, { redisUrl: redis.url }), disk);
      } finally {
        await stage.processes.close();
        disk.unmount();
      }
    },
  },
];
