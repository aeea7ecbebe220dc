import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { type FilledStore, fillStore } from './fill-store.ts';
import { folderBytes } from './folder-bytes.ts';
import { measureDirectory } from './measure-directory.ts';
import { type LatencySides, measureLatency } from './measure-latency.ts';
import { measureStart } from './measure-start.ts';
import { serviceSides } from './service-side.ts';
import type { Sizes, Wanted } from './sizes.ts';
import { openStoreSide } from './store-side.ts';
import type { OnEmbedded } from './summarise.ts';

/** Measures votes of each size on the embedded store and, where it is wanted, look-ups of the directory. */
export async function measureEmbedded(context: BenchContext, sizes: Sizes, wanted: Wanted): Promise<OnEmbedded> {
  const placeOf = (name: string) => ({ redisUrl: null, dataDir: join(context.folder, name) });
  const places = { small: placeOf('small'), middle: placeOf('middle'), large: placeOf('large') };
  const diskBytes = { small: Number.NaN, middle: Number.NaN, large: Number.NaN };

  async function fill(size: keyof Sizes, say?: (line: string) => void): Promise<FilledStore> {
    const [place, votes] = [places[size], sizes[size]];
    let emptyBytes = 0;
    const onEmpty = async () => {
      emptyBytes = folderBytes(place.dataDir);
    };
    const filled = await fillStore(place, { votes, onEmpty, ...(say === undefined ? {} : { say }) });
    diskBytes[size] = (folderBytes(place.dataDir) - emptyBytes) / votes;
    return filled;
  }

  const filled = await fill('large', (line) => context.say(`filling the embedded store: ${line}`));
  context.say('casting votes and checking on the embedded store with many and with few');
  const sides: LatencySides = {
    large: { filled, redis: null },
    middle: { filled: await fill('middle'), redis: null },
    async renewSmall() {
      rmSync(places.small.dataDir, { recursive: true, force: true });
      return { filled: await fill('small'), redis: null };
    },
  };
  const latency = await measureLatency(context, sides, openStoreSide);
  if (wanted.overHttp) context.say('voting and checking over HTTP on the embedded store with many and with few');
  const overHttp = wanted.overHttp ? await measureLatency(context, sides, serviceSides(context)) : null;
  context.say('starting on the embedded store with many and with few');
  const startOf = (size: keyof Sizes) => measureStart(context, places[size]);
  const start = { small: await startOf('small'), middle: await startOf('middle'), large: await startOf('large') };
  if (wanted.directory) context.say('looking up accounts, servers, keys and sites on the embedded store');
  const directory = wanted.directory
    ? await measureDirectory(context, { few: placeOf('few-records'), many: placeOf('many-records') })
    : null;
  return { diskBytes, latency, overHttp, start, directory };
}
