import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { BenchContext } from '../benchmark.ts';
import { createWorkload, type LoadRequest, type Workload } from '../load/workloads.ts';
import { startService } from '../processes/service.ts';
import { type Latencies, type OpenSide, type OpenSides, timesOf } from './measure-latency.ts';

/** No round has as many voters, so that none comes twice. */
const VOTERS_A_ROUND = 1_000_000;

/**
 * Makes what starts the service on a filled store and asks it over one connection, as a visitor does. Each key and server is
 * asked for once before, so that what is measured has all of them in memory, however many there are.
 */
export function serviceSides(context: BenchContext): OpenSides {
  return async ({ filled }, round) => {
    const service = await startService(context, { name: `service-${round}`, ...filled.place });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const tenants = filled.tenants.map(({ key, siteId, servers }) => ({
      key,
      siteId,
      serverIds: servers.map(({ id }) => id),
    }));
    let voter = round * VOTERS_A_ROUND;
    const workloads = {
      votes: createWorkload('fresh votes', tenants, () => voter++),
      checks: createWorkload('checks', tenants, () => voter++),
    };
    async function askRight(wanted: LoadRequest, { isRight }: Workload): Promise<void> {
      const answer = await ask(service.url, wanted, agent);
      if (!isRight(answer)) throw new Error(`The service answered ${wanted.path} with ${answer}`);
    }
    for (const { key, serverIds } of tenants) {
      for (const serverId of serverIds) await askRight(firstCheckOf(key, serverId), workloads.checks);
    }
    let latencies: Latencies = [];
    return {
      async doOne(doing) {
        const wanted = workloads[doing].next();
        const began = performance.now();
        await askRight(wanted, workloads[doing]);
        latencies.push(performance.now() - began);
      },
      async begin() {
        latencies = [];
      },
      end: async () => ({ ...timesOf(latencies), insideMicros: null }),
      async close() {
        agent.destroy();
        await service.end();
      },
    } satisfies OpenSide;
  };
}

function firstCheckOf(key: string, serverId: string): LoadRequest {
  return { method: 'GET', path: `/vote/check?serverId=${serverId}&ip=192.0.2.1`, headers: { 'X-API-KEY': key } };
}

function ask(url: string, { method, path, headers, body }: LoadRequest, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}${path}`, { method, headers, agent }, (answer) => text(answer).then(resolve, reject));
    asking.on('error', reject);
    asking.end(body);
  });
}
