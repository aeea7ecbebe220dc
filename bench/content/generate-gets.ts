import autocannon from 'autocannon';
import { percentile } from '../statistics.ts';
import type { GetOrder, GetResult } from './get-load.ts';

/** A process of its own that asks for addresses when it is told to, and answers each order with what came of it. */
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

async function run({ url, paths, from, headers, connections, seconds, status, bytes }: GetOrder): Promise<GetResult> {
  const latencies: number[] = [];
  let asked = 0;
  const wrong = new Map<string, number>();
  const note = (what: string) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    sampleInt: 50,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => ({ ...request, path: paths[(from + asked++) % paths.length] ?? '/' }),
      },
    ],
    setupClient(client) {
      client.on('response', (answered, size, latencyMs) => {
        latencies.push(latencyMs);
        // The size counts the headers too.
        if (answered !== status) note(`status ${answered}`);
        else if (size < bytes) note('too short');
      });
    },
  });
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(usedBefore);
  const sorted = Float64Array.from(latencies).sort();
  if (result.errors + result.timeouts > 0) wrong.set('no answer', result.errors + result.timeouts);
  const latency = (share: number) => (sorted.length === 0 ? Number.NaN : percentile(sorted, share));
  return {
    asked,
    answered: sorted.length,
    seconds: elapsedMs / 1000,
    p50Ms: latency(0.5),
    p99Ms: latency(0.99),
    loadCpuMicros: (user + system) / sorted.length,
    fault: faultOf(wrong, sorted.length),
  };
}

/** What was wrong how often; `null` when every answer was right, and there was one. */
function faultOf(wrong: ReadonlyMap<string, number>, answered: number): string | null {
  if (wrong.size === 0 && answered > 0) return null;
  const counts = [...wrong].map(([what, times]) => `${times} times ${what}`);
  return [`of ${answered} answers`, ...counts].join(', ');
}
