import autocannon from 'autocannon';
import { percentile } from '../statistics.ts';
import type { GetOrder, GetResult } from './get-load.ts';

/** A process of its own that asks for one address when it is told to, and answers each order with what came of it. */
process.on('message', (order: GetOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit());

async function run({ url, headers, connections, seconds, bytes }: GetOrder): Promise<GetResult> {
  const latencies: number[] = [];
  let wrongSizes = 0;
  const startedAt = performance.now();
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    sampleInt: 50,
    setupClient(client) {
      client.on('response', (_status, size, latencyMs) => {
        latencies.push(latencyMs);
        // The size counts the headers too.
        if (size < bytes) wrongSizes += 1;
      });
    },
  });
  const sorted = Float64Array.from(latencies).sort();
  const wrong = result.non2xx + result.errors + result.timeouts + wrongSizes;
  return {
    answered: result['2xx'],
    seconds: (performance.now() - startedAt) / 1000,
    p99Ms: sorted.length === 0 ? Number.NaN : percentile(sorted, 0.99),
    fault: wrong === 0 && sorted.length > 0 ? null : `${wrong} wrong of ${sorted.length}`,
  };
}
