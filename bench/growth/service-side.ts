import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { BenchContext } from '../benchmark.ts';
import { createWorkload, type LoadRequest } from '../load/workloads.ts';
import { startService } from '../processes/service.ts';
import { type Latencies, type OpenSide, type OpenSides, timesOf } from './measure-latency.ts';

/** Makes what starts the service on a filled store and asks it over one connection, as a visitor does. */
export function serviceSides(context: BenchContext): OpenSides {
  // No voter comes twice, whatever the round.
  let asked = 0;
  return async ({ filled }, round) => {
    const service = await startService(context, { name: `service-${round}`, ...filled.place });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const tenants = filled.tenants.map(({ key, siteId, servers }) => ({
      key,
      siteId,
      serverIds: servers.map(({ id }) => id),
    }));
    const workloads = {
      votes: createWorkload('fresh votes', tenants, () => asked++),
      checks: createWorkload('checks', tenants, () => asked++),
    };
    let latencies: Latencies = [];
    return {
      async doOne(doing) {
        const workload = workloads[doing];
        const wanted = workload.next();
        const began = performance.now();
        const answer = await ask(service.url, wanted, agent);
        latencies.push(performance.now() - began);
        if (!workload.isRight(answer)) throw new Error(`The service answered ${wanted.path} with ${answer}`);
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

function ask(url: string, { method, path, headers, body }: LoadRequest, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}${path}`, { method, headers, agent }, (answer) => text(answer).then(resolve, reject));
    asking.on('error', reject);
    asking.end(body);
  });
}
