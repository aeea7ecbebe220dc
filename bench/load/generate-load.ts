import autocannon from 'autocannon';
import { percentile } from '../statistics.ts';
import type { LoadMessage, LoadResult, LoadTenant, RunMessage } from './orders.ts';
import { createWorkload, type Workload } from './workloads.ts';

/** A process of its own that makes load when it is told to, and answers each order with what came of it. */
const tenantsByName = new Map<string, readonly LoadTenant[]>();
let requestsMade = 0;

process.on('message', (message: LoadMessage) => {
  if (message.kind === 'tenants') {
    tenantsByName.set(message.name, message.tenants);
    return;
  }
  run(message).then((result) => process.send?.(result), fail);
});
process.once('disconnect', () => process.exit());

async function run(order: RunMessage): Promise<LoadResult> {
  const workload = createWorkload(order.workload, tenantsByName.get(order.tenants) ?? [], () => requestsMade++);
  const latencies: number[] = [];
  const startedAt = performance.now();
  let lastAnswerAt = startedAt;
  const result = await autocannon({
    url: order.url,
    connections: order.connections,
    duration: order.seconds,
    // How often autocannon looks whether the time is over.
    sampleInt: 50,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...workload.next() }) }],
    verifyBody: (body) => workload.isRight(String(body)),
    setupClient(client) {
      client.on('response', (_status, _bytes, latencyMs) => {
        latencies.push(latencyMs);
        lastAnswerAt = performance.now();
      });
    },
  });
  const sorted = Float64Array.from(latencies).sort();
  const isSilent = sorted.length === 0;
  return {
    answered: sorted.length,
    succeeded: result['2xx'],
    seconds: (lastAnswerAt - startedAt) / 1000,
    p50Ms: isSilent ? Number.NaN : percentile(sorted, 0.5),
    p99Ms: isSilent ? Number.NaN : percentile(sorted, 0.99),
    fault: isSilent ? 'no answer came at all' : faultOf(result, workload),
  };
}

/** A limit that throttles, or a vote that should have counted and was refused, is less work: such a run would flatter. */
function faultOf(result: autocannon.Result, { statuses }: Workload): string | null {
  const { errors, timeouts, mismatches, statusCodeStats = {} } = result;
  const wrong = Object.keys(statusCodeStats).filter((status) => !statuses.includes(Number(status)));
  if (wrong.length + errors + timeouts + mismatches === 0) return null;
  return JSON.stringify({ statuses: statusCodeStats, errors, timeouts, mismatches });
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}
