import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { BenchContext } from '../benchmark.ts';
import type { LoadTenant, WorkloadName } from '../load/orders.ts';
import { createWorkload, type LoadRequest, type Workload } from '../load/workloads.ts';
import { startService } from '../processes/service.ts';
import { type Latencies, type OpenSide, type OpenSides, timesOf } from './measure-latency.ts';

/** No round has as many voters, so that none comes twice. */
export const VOTERS_A_ROUND = 1_000_000;

/** Who asks a service, and what for. */
export interface Asking {
  readonly tenants: readonly LoadTenant[];
  readonly workloads: Readonly<Record<'votes' | 'checks', WorkloadName>>;
  /** Gives each request another voter. */
  readonly nextVoter: () => number;
}

/**
 * Makes what starts the service on a filled store and asks it over one connection, as a visitor does. Each key and server is
 * asked for once before, so that what is measured has all of them in memory, however many there are.
 */
export function serviceSides(context: BenchContext): OpenSides {
  return async ({ filled }, round) => {
    const service = await startService(context, { name: `service-${round}`, ...filled.place });
    const tenants = filled.tenants.map(({ key, siteId, servers }) => ({
      key,
      siteId,
      serverIds: servers.map(({ id }) => id),
    }));
    await askForAll(service.url, tenants);
    let voter = round * VOTERS_A_ROUND;
    const workloads = { votes: 'fresh votes', checks: 'checks' } as const;
    const side = askService(service.url, { tenants, workloads, nextVoter: () => voter++ });
    return {
      ...side,
      async close() {
        await side.close();
        await service.end();
      },
    };
  };
}

/** Asks a running service over one connection, for one tenant after the other. */
export function askService(url: string, { tenants, workloads, nextVoter }: Asking): OpenSide {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asked = {
    votes: createWorkload(workloads.votes, tenants, nextVoter),
    checks: createWorkload(workloads.checks, tenants, nextVoter),
  };
  let latencies: Latencies = [];
  return {
    async doOne(doing) {
      const wanted = asked[doing].next();
      const began = performance.now();
      const answer = await ask(url, wanted, agent);
      latencies.push(performance.now() - began);
      expectRight(answer, wanted, asked[doing]);
    },
    async begin() {
      latencies = [];
    },
    end: async () => ({ ...timesOf(latencies), insideMicros: null }),
    close: async () => agent.destroy(),
  };
}

async function askForAll(url: string, tenants: readonly LoadTenant[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const checks = createWorkload('checks', tenants, () => 0);
  for (const { key, serverIds } of tenants) {
    for (const serverId of serverIds) {
      const wanted = firstCheckOf(key, serverId);
      expectRight(await ask(url, wanted, agent), wanted, checks);
    }
  }
  agent.destroy();
}

function expectRight(answer: string, { path }: LoadRequest, { isRight }: Workload): void {
  if (!isRight(answer)) throw new Error(`The service answered ${path} with ${answer}`);
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
