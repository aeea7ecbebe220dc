import { buffer } from 'node:stream/consumers';
import { type Front, startFront } from './front.ts';

/** A front that keeps whatever it hands to browsers. */
export interface RecordingFront extends Front {
  /** Each answer so far: status, headers and body. */
  readonly answers: readonly { readonly status: number; readonly text: string }[];
}

/** @param visitor the address that it names as the one of every client. */
export async function startRecordingFront(visitor: string): Promise<RecordingFront> {
  const answers: { status: number; text: string }[] = [];
  const front = await startFront({ 'x-forwarded-for': visitor }, async (answer, res, req) => {
    const body = await buffer(answer);
    const status = answer.statusCode ?? 0;
    answers.push({ status, text: `${req.url} ${JSON.stringify(answer.rawHeaders)} ${body.toString('latin1')}` });
    res.writeHead(status, answer.rawHeaders).end(body);
  });
  return Object.assign(front, { answers });
}
