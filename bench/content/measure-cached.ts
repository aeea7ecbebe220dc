import type { BenchContext } from '../benchmark.ts';
import { startService } from '../processes/service.ts';
import type { Samples } from '../rounds/compare.ts';
import { PROGRAMS } from '../rounds/programs.ts';
import { createUserKey } from './built-content.ts';
import type { ContentPlace } from './content-places.ts';
import { startGetLoad } from './get-load.ts';
import { type Answerer, measureGets } from './measure-gets.ts';
import { FIRST_PAGE, SAME_BYTES, startSameBytes } from './same-bytes.ts';

/** The service and Fastify with one address, each of them from memory. */
export interface Cached extends Samples {
  readonly bytes: number;
}

const WARM_UP_SECONDS = 2;
const WAY = 'from memory';

/** Loads the service and Fastify in turn, the other one held, with one address whose answer the service has in memory. */
export async function measureCached(context: BenchContext, { options }: ContentPlace): Promise<Cached> {
  const key = await createUserKey(options);
  const headers = { 'X-API-KEY': key };
  const program = await startService(context, { name: 'service-content', ...options });
  const service: Answerer = { name: PROGRAMS.embedded, program, headers, redisPid: null };
  const { body, ...sameBytes } = await startSameBytes(context, service, SAME_BYTES);
  const asks = [service, sameBytes].map((who) => ({ ...who, paths: [FIRST_PAGE], status: 200, bytes: body.length }));
  const load = await startGetLoad(context);
  const measured = await measureGets(context, load, { ways: new Map([[WAY, asks]]), warmUpSeconds: WARM_UP_SECONDS });
  for (const { program } of asks) await program.end();
  return { samples: measured.get(WAY)?.samples ?? new Map(), bytes: body.length };
}
