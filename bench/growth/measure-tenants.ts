import type { BenchContext } from '../benchmark.ts';
import { startService } from '../processes/service.ts';
import type { FilledRecords } from './fill-records.ts';
import { spread } from './measure-directory.ts';
import { type Doing, doInTurn, type LatencySample, type OpenSide, timeInTurn } from './measure-latency.ts';
import { askService, VOTERS_A_ROUND } from './service-side.ts';

/** Few tenants and many. */
export type TenantSize = 'small' | 'large';
/** Are server, key and site of a request in the memory of the service, or asked for the first time? */
export type Familiarity = 'known' | 'first';
/** A sample a round. */
export type TenantSamples = Readonly<
  Record<Doing, Readonly<Record<Familiarity, Readonly<Record<TenantSize, readonly LatencySample[]>>>>>
>;

/** A service, and who asks it: for those that are known, and for others once each, in votes and in checks. */
interface Visited extends Readonly<Record<'known' | Doing, OpenSide>> {
  close(): Promise<void>;
}

/** They are asked for again and again, so that the service is warm and they are in its memory. */
const KNOWN = 200;
const WARM_UP = 2 * KNOWN;
/** Votes, and checks: each of a server, a key and a site that no request named before. */
const MEASURED = 300;
const TENANTS_A_ROUND = KNOWN + 2 * MEASURED;
/** More than any of those who ask has voters in a round. */
const VOTERS_EACH = VOTERS_A_ROUND / 10;

/**
 * Asks the service on a store with few servers, keys and sites and on one with many: votes with a key each, and checks by a
 * site each. The services are started anew each round, so that they know nobody.
 */
export async function measureTenants(
  context: BenchContext,
  filled: Readonly<Record<TenantSize, FilledRecords>>,
): Promise<TenantSamples> {
  const samples = { votes: emptySamples(), checks: emptySamples() };
  for (let round = 0; round < context.rounds; round += 1) {
    const small = await visit(context, filled.small, round);
    const large = await visit(context, filled.large, round);
    for (const doing of ['votes', 'checks'] as const) {
      await doInTurn([small.known, large.known], doing, WARM_UP);
      const found = await timeInTurn([small[doing], large[doing], small.known, large.known], doing, MEASURED);
      const { first, known } = samples[doing];
      for (const [at, list] of [first.small, first.large, known.small, known.large].entries()) {
        list.push(...found.slice(at, at + 1));
      }
    }
    await small.close();
    await large.close();
  }
  return samples;
}

async function visit(context: BenchContext, { place, trios }: FilledRecords, round: number): Promise<Visited> {
  const service = await startService(context, { name: `service-tenants-${round}`, ...place });
  const tenants = Array.from({ length: TENANTS_A_ROUND }, (_, at) => {
    const { key, siteId, serverId } = spread(trios, round * TENANTS_A_ROUND + at);
    return { key, siteId, serverIds: [serverId] };
  });
  const workloads = { votes: 'fresh votes', checks: 'checks by a site' } as const;
  let askers = 0;
  function ask(from: number, to: number): OpenSide {
    // Each counts for itself, so that in as many requests as it has tenants it asks for each of them once.
    let voter = round * VOTERS_A_ROUND + askers++ * VOTERS_EACH;
    return askService(service.url, { tenants: tenants.slice(from, to), workloads, nextVoter: () => voter++ });
  }
  const known = ask(0, KNOWN);
  const votes = ask(KNOWN, KNOWN + MEASURED);
  const checks = ask(KNOWN + MEASURED, TENANTS_A_ROUND);
  return {
    known,
    votes,
    checks,
    async close() {
      for (const side of [known, votes, checks]) await side.close();
      await service.end();
    },
  };
}

function emptySamples(): Record<Familiarity, Record<TenantSize, LatencySample[]>> {
  return { known: { small: [], large: [] }, first: { small: [], large: [] } };
}
