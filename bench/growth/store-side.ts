import { type BenchRedis, readInfo } from '../processes/redis.ts';
import { type BuiltStores, openBuiltStores } from '../product/built-product.ts';
import { type Latencies, type LatencySide, type OpenSide, timesOf } from './measure-latency.ts';
import { attemptOf, castOne, checkOf } from './votes.ts';

/** Opens the store of the product by itself, past HTTP. */
export async function openStoreSide({ filled, redis }: LatencySide, round: number): Promise<OpenSide> {
  const stores: BuiltStores = await openBuiltStores(filled.place);
  // A key of its own each round starts with an empty minute on all sides.
  const kind = { keySuffix: `-${round}`, votesPerMinute: 10_000 };
  let number = 0;
  let latencies: Latencies = [];
  return {
    async doOne(doing) {
      const attempt = attemptOf(filled.tenants, number++, kind);
      const began = performance.now();
      if (doing === 'votes') await castOne(stores, attempt);
      else await stores.votes.checkVotes(checkOf(attempt));
      latencies.push(performance.now() - began);
    },
    async begin() {
      latencies = [];
      await redis?.client.config('RESETSTAT');
    },
    end: async () => ({ ...timesOf(latencies), insideMicros: redis === null ? null : await scriptMicros(redis) }),
    close: () => stores.close(),
  };
}

async function scriptMicros({ client }: BenchRedis): Promise<number> {
  const info = await client.info('commandstats');
  const line = info.split('\n').find((text) => text.startsWith('cmdstat_evalsha:')) ?? '';
  const fields = line.slice(line.indexOf(':') + 1).replaceAll(/[=,]/g, (sign) => (sign === '=' ? ':' : '\n'));
  return readInfo(fields, 'usec') / readInfo(fields, 'calls');
}
