import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Writes a file that appears when it is complete: what was there before stays until then, and when the writing fails. */
export async function writeAside<Result>(path: string, write: (stream: Writable) => Promise<Result>): Promise<Result> {
  const aside = `${path}.${randomBytes(4).toString('hex')}.part`;
  const stream = createWriteStream(aside, { flags: 'wx' });
  const closed = finished(stream);
  try {
    const result = await Promise.race([write(stream), failureOf(closed)]);
    stream.end();
    await closed;
    await rename(aside, path);
    return result;
  } catch (error) {
    stream.destroy();
    await closed.catch(() => 'the first error is the one that counts');
    await rm(aside, { force: true });
    throw error;
  }
}

/** Never resolves; rejects when the stream fails, which would leave a writer waiting for its drain. */
async function failureOf(closed: Promise<void>): Promise<never> {
  await closed;
  return new Promise(() => undefined);
}
