import type { Benchmark } from '../benchmark.ts';
import { CONNECTIONS } from '../rounds/measure-rounds.ts';
import type { Sizes } from './content-places.ts';
import { STARTS } from './measure-cached.ts';
import { measureContent } from './measure-content.ts';
import { LIMIT } from './measure-pages.ts';
import { MOST_PAGES, MOST_SLUGS } from './measure-ways.ts';
import { summarise } from './summarise.ts';

const SIZES: Sizes = { few: 1_000, some: 20_000, middle: 100_000, many: 1_000_000 };
const text = (count: number) => count.toLocaleString('en-US');

/** GET /v1/resources in every way beside Fastify, imports, and pages, from a thousand resources to a million. */
export const contentBenchmark: Benchmark = {
  name: 'content',
  title: 'GET /v1/resources',
  longestMinutes: 90,
  method: [
    `Cached: ${LIMIT} of ${text(SIZES.few)} resources, uncompressed, asked for by ${CONNECTIONS} keep-alive connections with one user key, from the built service on the embedded store, running as in production with keys, quota, limit headers, metrics and the request log (to a file) on.`,
    `The peers are Fastify servers that answer the very same bytes from memory and look at nothing: one with the few headers that it needs, one with all headers of the service (quota, validator, links, request id), as constants. All are up at once and loaded in turn, in an order by chance each round, after two seconds of warming up (five in the first round), while the others are held (SIGSTOP). Each is started ${STARTS} times and asked in as many times the rounds, for what V8 makes of a process by chance stays for as long as that lives; figures are medians over the rounds, ratios medians of the ratios within a round.`,
    'The process that asks is the limit here as long as its own processor time for an answer is above that of the program: it reads headers one by one, and an answer with more of them takes it longer. As far as it is, a ratio to the same bytes is one of two heads, and that to the same answer tells no server from another; what a server itself takes is under "CPU µs".',
    `Ways of asking: the same load with ${text(SIZES.middle)} resources. The service on both stores, on Redis in one process and in two, and all peers are up at once; each round asks in every way, and in a way everybody after one second of warming up (five in the first round), in an order by chance, while the others are held. "Not in memory" are ${text(MOST_PAGES)} pages in turn, the resources are ${text(MOST_SLUGS)} in turn: more than the service keeps, so that each is read from its store. Its memory is full of pages before; of resources it then keeps those alone that are asked for twice among some thousand.`,
    'The peers of these ways are Fastify servers as one writes them, with the same resources. Those that read look the key up by its hash, count its requests of the minute, and send JSON as it is kept: on Redis by GET of a slug, or by ZCARD, ZRANGE and MGET, with INCR for the count; in a file of SQLite by SELECT of a slug, or by LIMIT and OFFSET along an index, which passes over all that comes before, and COUNT, with a count in the process. The service has the key and the number of resources in memory. Before they are measured, a page and a resource of each are compared with those of the service. Those that answer from memory have the bytes, one of them compares an ETag, and they look at no key and count nothing. Beside that the service validates the request, hashes what it reads for an ETag, keeps it, sees to it that all parts are of one import, writes links and the headers of the quota, and has metrics and a request log.',
    `Imports: \`server-vote import\` of one file into an empty store (an import of the same rows again is not among them), with its whole process: start, validation, writing, committing. Numbers of rows and stores are imported in turn, in another order each round; figures are medians over the rounds. That of ${text(SIZES.many)} rows takes minutes and is measured once for each store, in the middle of the rounds.`,
    `Pages: ${LIMIT} rows read through the stores of the product, which the imports have filled, past HTTP and every cache of the service, one at a time, each 500 times a round, all of them in turn and each time in another order, so that each finds the caches of the processor as the others have left them; all Redis are kept on one core meanwhile, for where the scheduler had put one of them apart from the others it took up to 0.1 ms more or less to wake it; figures are medians of the medians of the rounds, ratios medians of the ratios within a round. The same page is read again and again, so that it comes from the memory of the system, not from a disk. Lists are cut into blocks of 500 on the embedded store, and a page costs reading the block that it lies in: one game and category has a block of 25 among 1,000 resources, and a full one among 100,000 and more.`,
  ],
  run: async (context) => summarise(SIZES, await measureContent(context, SIZES)),
};
