import type { BenchContext } from '../benchmark.ts';
import { startService } from '../processes/service.ts';
import type { Samples } from '../rounds/compare.ts';
import type { Sample } from '../rounds/measure-rounds.ts';
import { PROGRAMS } from '../rounds/programs.ts';
import { createUserKey } from './built-content.ts';
import type { ContentPlace } from './content-places.ts';
import type { GetLoad } from './get-load.ts';
import { type Answerer, measureGets } from './measure-gets.ts';
import { countHeaders, FIRST_PAGE, SAME_ANSWER, SAME_BYTES, startSameBytes } from './same-bytes.ts';

/** The service and Fastify with one address, each of them from memory. */
export interface Cached extends Samples {
  readonly bytes: number;
  /** How many headers each sends, by its name. */
  readonly headers: ReadonlyMap<string, number>;
}

/** Each program is started so often and asked in all rounds: what V8 makes of one by chance stays for as long as it lives. */
export const STARTS = 3;
const WARM_UP_SECONDS = 2;
const WAY = 'from memory';

/** Loads the service and Fastify in turn, the others held, with one address whose answer the service has in memory. */
export async function measureCached(context: BenchContext, place: ContentPlace, load: GetLoad): Promise<Cached> {
  const headers = { 'X-API-KEY': await createUserKey(place.options) };
  const all: Cached[] = [];
  for (let start = 1; start <= STARTS; start += 1) {
    context.say(`${WAY}: processes ${start} of ${STARTS}`);
    all.push(await measureStart(context, place, { headers, load }));
  }
  const { bytes = 0, headers: counts = new Map() } = all[0] ?? {};
  const samplesOf = (name: string): Sample[] => all.flatMap(({ samples }) => samples.get(name) ?? []);
  return { bytes, headers: counts, samples: new Map([...counts.keys()].map((name) => [name, samplesOf(name)])) };
}

async function measureStart(
  context: BenchContext,
  { options }: ContentPlace,
  { headers, load }: { readonly headers: Readonly<Record<string, string>>; readonly load: GetLoad },
): Promise<Cached> {
  const program = await startService(context, { name: 'service-content', ...options });
  const service: Answerer = { name: PROGRAMS.embedded, program, headers, redisPid: null };
  const { body, ...sameBytes } = await startSameBytes(context, service, SAME_BYTES);
  const sameAnswer: Answerer = await startSameBytes(context, service, SAME_ANSWER);
  const answerers = [service, sameBytes, sameAnswer];
  const counts = new Map<string, number>();
  for (const who of answerers) counts.set(who.name, await countHeaders(who));
  const asks = answerers.map((who) => ({ ...who, paths: [FIRST_PAGE], status: 200, bytes: body.length }));
  const measured = await measureGets(context, load, { ways: new Map([[WAY, asks]]), warmUpSeconds: WARM_UP_SECONDS });
  for (const { program } of asks) await program.end();
  return { samples: measured.get(WAY)?.samples ?? new Map(), bytes: body.length, headers: counts };
}
