import { createHash } from 'node:crypto';
import { type Cluster, Command, type Redis } from 'ioredis';

/** A number of keys, the keys, then the arguments. */
export type ScriptWords = readonly (string | number)[];
/** Runs one script. */
export type ScriptCall = (words: ScriptWords) => Promise<unknown>;

/** A script that is run for requests of visitors. */
export interface FrequentScript {
  readonly text: string;
  /** Runs it by the driver's own command. */
  readonly byDriver: ScriptCall;
}

export function shaOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/**
 * Sends a script's SHA-1 alone. The driver would copy the words twice and look in each for lists to flatten, which takes longer than
 * sending them.
 */
export function sendBySha(client: Redis | Cluster, sha: string, words: ScriptWords): Promise<unknown> {
  const command = new Command('evalsha', [], { replyEncoding: 'utf8' });
  const args = [sha];
  for (const word of words) args.push(String(word));
  // Given here and not to the constructor, which would copy and look through them.
  command.args = args;
  client.sendCommand(command);
  return command.promise;
}

/** Did Redis answer that it does not know the script? */
export function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

/**
 * A call of a script by its SHA-1. The driver does the first call of a connection, with the text of the script, and whatever
 * Redis has forgotten: by the SHA-1 alone a reply that is lost could be one that asks for the text.
 */
export function createCallBySha(client: Redis | Cluster, { text, byDriver }: FrequentScript): ScriptCall {
  const sha = shaOf(text);
  let isKnown = false;
  client.on('close', () => {
    isKnown = false;
  });

  async function callByDriver(words: ScriptWords): Promise<unknown> {
    const reply = await byDriver(words);
    isKnown = true;
    return reply;
  }

  return (words) => {
    if (!isKnown) return callByDriver(words);
    return sendBySha(client, sha, words).catch((error: unknown) => {
      if (!isUnknownScript(error)) throw error;
      isKnown = false;
      return callByDriver(words);
    });
  };
}
