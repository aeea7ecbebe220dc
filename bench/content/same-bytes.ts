import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from '../benchmark.ts';
import { startBeside } from '../processes/beside.ts';
import type { Answerer } from './measure-gets.ts';

export const FIRST_PAGE = '/v1/resources';
/** Peers that answer the bytes of the service, and the one of them that compares ETags. */
export const SAME_BYTES = { name: 'Fastify, same bytes', file: 'peers/fastify-same-bytes' } as const;
export const KNOWN_BYTES = { name: 'Fastify, same bytes and ETag', file: 'peers/fastify-known-bytes' } as const;

/** Starts a peer that answers, from memory, the bytes that the service answers now. */
export async function startSameBytes(
  context: BenchContext,
  { program, headers }: Answerer,
  { name, file }: { readonly name: string; readonly file: string },
): Promise<Answerer & { readonly body: Buffer }> {
  const answer = await fetch(`${program.url}${FIRST_PAGE}`, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${FIRST_PAGE} answered ${answer.status}: ${body}`);
  const path = join(context.folder, 'body.json');
  writeFileSync(path, body);
  return { name, program: await startBeside(context, file, [path]), headers, redisPid: null, body };
}
