import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { BenchContext } from '../benchmark.ts';
import { writePeerFile, writePeerRedis } from '../peers/content-data.ts';
import { startBeside } from '../processes/beside.ts';
import { startService } from '../processes/service.ts';
import type { Samples } from '../rounds/compare.ts';
import { PROGRAMS } from '../rounds/programs.ts';
import { createUserKey } from './built-content.ts';
import type { ContentPlace, ContentPlaces } from './content-places.ts';
import type { GetLoad } from './get-load.ts';
import { type Answerer, type Ask, measureGets, type Ways } from './measure-gets.ts';
import { LIMIT } from './measure-pages.ts';
import { FIRST_PAGE, KNOWN_BYTES, SAME_BYTES, startSameBytes } from './same-bytes.ts';
import { sampleSlug } from './sample-resources.ts';

/** Ways in which content is asked for. */
export const WAYS = {
  kept: 'pages that are in memory',
  pages: 'pages that are not',
  slugs: 'single resources by slug',
  unchanged: 'pages that have not changed',
} as const;
export type Way = (typeof WAYS)[keyof typeof WAYS];

/** Peers that read what they answer. */
export const READING_PEERS = { embedded: 'Fastify, SQLite', redis: 'Fastify, Redis' } as const;

/** The services and their peers in each way. */
export type WayRounds = ReadonlyMap<string, Samples>;

/**
 * Both are more than the service keeps in memory, so that the next one is never one that it has. Pages fill its memory first; a
 * resource is kept after that only where it is asked for twice among some thousand.
 */
export const MOST_PAGES = 5_000;
export const MOST_SLUGS = 50_000;
const WARM_UP_SECONDS = 1;
/** Prime, so that the slugs are from all over the place and none of them comes twice. */
const STRIDE = 7919;

/** Asks the services on both stores and the peers, all of them up at once, in every way. */
export async function measureWays(context: BenchContext, places: ContentPlaces, load: GetLoad): Promise<WayRounds> {
  const embedded = await startOn(context, places.embedded);
  const services = [embedded, await startOn(context, places.redis), await startTwo(context, places.redis)];
  const readers = [...services, ...(await startReadingPeers(context, places))];
  const { body, ...sameBytes } = await startSameBytes(context, embedded, SAME_BYTES);
  const knownBytes = await startSameBytes(context, embedded, KNOWN_BYTES);
  const pages = Array.from({ length: Math.min(MOST_PAGES, places.redis.rows / LIMIT) }, (_, at) => pageAt(at + 1));
  const slugAt = (at: number) => `${FIRST_PAGE}/slug/${sampleSlug((at * STRIDE) % places.redis.rows)}`;
  const slugs = Array.from({ length: Math.min(MOST_SLUGS, places.redis.rows) }, (_, at) => slugAt(at));
  for (const path of [pageAt(3), slugAt(3)]) await expectSameAnswers(readers, path);
  context.say('filling the memory of the services with pages');
  for (const service of services) await askAll(service, pages);
  const kept = { paths: [FIRST_PAGE], status: 200, bytes: body.length };
  // Some pages are a little smaller than the first one, as their numbers have fewer digits.
  const least = Math.floor(body.length * 0.9);
  const unchanged = await Promise.all([...services, knownBytes].map(askUnchanged));
  const ways: Ways = new Map<Way, readonly Ask[]>([
    [WAYS.kept, [...services, sameBytes].map((who) => ({ ...who, ...kept }))],
    [WAYS.pages, readers.map((who) => ({ ...who, paths: pages, status: 200, bytes: least }))],
    [WAYS.slugs, readers.map((who) => ({ ...who, paths: slugs, status: 200, bytes: 1_000 }))],
    [WAYS.unchanged, unchanged],
  ]);
  const rounds = await measureGets(context, load, { ways, warmUpSeconds: WARM_UP_SECONDS });
  for (const { program } of [...readers, sameBytes, knownBytes]) await program.end();
  return rounds;
}

/** Two processes are asked twice as often, each time over a connection of its own, which any of them may take. */
async function askAll({ program, headers, isManyProcesses }: Answerer, paths: readonly string[]): Promise<void> {
  const wish = { ...headers, 'Accept-Encoding': 'identity', ...(isManyProcesses && { Connection: 'close' }) };
  for (const path of isManyProcesses ? [...paths, ...paths] : paths) {
    await (await fetch(`${program.url}${path}`, { headers: wish })).arrayBuffer();
  }
}

function pageAt(page: number): string {
  return `${FIRST_PAGE}?page=${page}&limit=${LIMIT}`;
}

async function startOn(context: BenchContext, { store, options, redisPid }: ContentPlace): Promise<Answerer> {
  const headers = { 'X-API-KEY': await createUserKey(options) };
  const program = await startService(context, { name: `service-${store}`, ...options });
  return { name: PROGRAMS[store], program, headers, redisPid };
}

/** Two processes that share a port; what they take together is reported, and nothing is asked of it. */
async function startTwo(context: BenchContext, { options, redisPid }: ContentPlace): Promise<Answerer> {
  const headers = { 'X-API-KEY': await createUserKey(options, 'reader-of-two') };
  const program = await startService(context, { name: 'service-two', workers: 2, ...options });
  return { name: PROGRAMS.twoProcesses, program, headers, redisPid, isManyProcesses: true };
}

async function startReadingPeers(context: BenchContext, { redis }: ContentPlaces): Promise<Answerer[]> {
  const { rows, redisPid, options } = redis;
  const key = 'reader';
  const headers = { 'X-API-KEY': key };
  const url = options.redisUrl ?? '';
  const file = join(context.folder, 'peer-content.db');
  context.say('giving the peers the same resources');
  writePeerFile(file, { key, rows });
  await writePeerRedis(url, { key, rows });
  const onFile = await startBeside(context, 'peers/fastify-sqlite-content', [file]);
  const onRedis = await startBeside(context, 'peers/fastify-redis-content', [url]);
  return [
    { name: READING_PEERS.embedded, program: onFile, headers, redisPid: null },
    { name: READING_PEERS.redis, program: onRedis, headers, redisPid },
  ];
}

/** Who answers something else does other work. */
async function expectSameAnswers(answerers: readonly Answerer[], path: string): Promise<void> {
  const answers = await Promise.all(
    answerers.map(async ({ program, headers }) => (await fetch(`${program.url}${path}`, { headers })).json()),
  );
  const other = answers.findIndex((answer) => !isDeepStrictEqual(answer, answers[0]));
  if (other >= 0) throw new Error(`${answerers[other]?.name} answers ${path} otherwise than ${answerers[0]?.name}.`);
}

/** Asks with the ETag that the answerer itself gives. */
async function askUnchanged(who: Answerer): Promise<Ask> {
  const fresh = { ...who.headers, 'Accept-Encoding': 'identity' };
  const etag = (await fetch(`${who.program.url}${FIRST_PAGE}`, { headers: fresh })).headers.get('etag');
  if (etag === null) throw new Error(`${who.name} gives no ETag.`);
  return { ...who, headers: { ...who.headers, 'If-None-Match': etag }, paths: [FIRST_PAGE], status: 304, bytes: 0 };
}
