import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { startBeside } from '../processes/beside.ts';
import type { Answerer } from './measure-gets.ts';

export const FIRST_PAGE = '/v1/resources';
/** Peers that answer the bytes of the service: one that compares ETags, and one whose headers are the service's too. */
export const SAME_BYTES = { name: 'Fastify, same bytes', file: 'peers/fastify-same-bytes', isWhole: false } as const;
export const KNOWN_BYTES = {
  name: 'Fastify, same bytes and ETag',
  file: 'peers/fastify-known-bytes',
  isWhole: false,
} as const;
export const SAME_ANSWER = { name: 'Fastify, same answer', file: 'peers/fastify-same-bytes', isWhole: true } as const;

/** Those that whoever sends the answer writes by itself. */
const OF_THE_CONNECTION: readonly string[] = ['connection', 'content-length', 'date', 'keep-alive'];

interface Peer {
  readonly name: string;
  readonly file: string;
  /** Are its headers to be those of the service? */
  readonly isWhole: boolean;
}

/** Starts a peer that answers, from memory, what the service answers now. */
export async function startSameBytes(
  context: BenchContext,
  service: Answerer,
  { name, file, isWhole }: Peer,
): Promise<Answerer & { readonly body: Buffer }> {
  const answer = await askFirstPage(service);
  const body = Buffer.from(await answer.arrayBuffer());
  const path = join(context.folder, 'body.json');
  writeFileSync(path, body);
  const headersPath = join(context.folder, 'headers.json');
  const headers = [...answer.headers].filter(([header]) => !OF_THE_CONNECTION.includes(header));
  writeFileSync(headersPath, JSON.stringify(Object.fromEntries(headers)));
  const program = await startBeside(context, file, isWhole ? [path, headersPath] : [path]);
  const peer = { name, program, headers: service.headers, redisPid: null };
  await expectSameAnswer(peer, { body, headers: isWhole ? answer.headers : null });
  return { ...peer, body };
}

/** Who answers something else does other work. `null` are headers of its own. */
async function expectSameAnswer(
  peer: Answerer,
  { body, headers }: { readonly body: Buffer; readonly headers: Headers | null },
): Promise<void> {
  const answer = await askFirstPage(peer);
  if (!Buffer.from(await answer.arrayBuffer()).equals(body)) throw new Error(`${peer.name} answers other bytes.`);
  if (headers === null) return;
  const [own, wanted] = [answer.headers, headers].map((all) => [...all].map(([header]) => header).join(', '));
  if (own !== wanted) throw new Error(`${peer.name} sends the headers ${own} in place of ${wanted}.`);
}

/** How many headers come with an answer. */
export async function countHeaders(answerer: Answerer): Promise<number> {
  const answer = await askFirstPage(answerer);
  await answer.arrayBuffer();
  return [...answer.headers].length;
}

async function askFirstPage({ program, headers }: Answerer): Promise<Response> {
  const answer = await fetch(`${program.url}${FIRST_PAGE}`, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  if (answer.status !== 200) throw new Error(`${FIRST_PAGE} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
