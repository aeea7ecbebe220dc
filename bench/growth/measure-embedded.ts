import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import type { StoreOptions } from '../product/built-product.ts';
import { type FilledStore, fillStore } from './fill-store.ts';
import { folderBytes } from './folder-bytes.ts';
import { type LatencyRounds, type LatencySides, measureLatency } from './measure-latency.ts';
import { serviceSides } from './service-side.ts';
import type { BySize, Sizes, Wanted } from './sizes.ts';
import { openStoreSide } from './store-side.ts';

/** Votes of each size on the embedded store, with what they took. */
export interface VotesOnEmbedded {
  readonly places: BySize<StoreOptions>;
  /** Bytes on disk for each vote. */
  readonly diskBytes: BySize<number>;
  /** Of the store by itself. */
  readonly latency: LatencyRounds;
  /** Of the service, as a visitor meets it; `null` where it was not wanted. */
  readonly overHttp: LatencyRounds | null;
}

/** Fills an embedded store of each size with votes, and measures what one vote and one check take there. */
export async function measureVotesOnEmbedded(
  context: BenchContext,
  sizes: Sizes,
  wanted: Wanted,
): Promise<VotesOnEmbedded> {
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
  await sides.renewSmall(0);
  return { places, diskBytes, latency, overHttp };
}
