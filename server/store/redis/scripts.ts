import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Cluster, Command, type Redis, type Result } from 'ioredis';

/** A number of keys, the keys, then the arguments. */
type ScriptArguments = readonly (string | number)[];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    castVote(...words: ScriptArguments): Result<unknown, Context>;
    checkVotes(...words: ScriptArguments): Result<unknown, Context>;
    readVoteLog(...words: ScriptArguments): Result<unknown, Context>;
    claimPointer(...words: ScriptArguments): Result<unknown, Context>;
    swapPointer(...words: ScriptArguments): Result<unknown, Context>;
    confirmPointer(...words: ScriptArguments): Result<unknown, Context>;
    reopenPointer(...words: ScriptArguments): Result<unknown, Context>;
    releasePointer(...words: ScriptArguments): Result<unknown, Context>;
    createAccount(...words: ScriptArguments): Result<unknown, Context>;
    markDeleting(...words: ScriptArguments): Result<unknown, Context>;
    putKey(...words: ScriptArguments): Result<unknown, Context>;
    putRecord(...words: ScriptArguments): Result<unknown, Context>;
    removeRecord(...words: ScriptArguments): Result<unknown, Context>;
    saveServers(...words: ScriptArguments): Result<unknown, Context>;
    removeServer(...words: ScriptArguments): Result<unknown, Context>;
    loadVotes(...words: ScriptArguments): Result<unknown, Context>;
    loadWindow(...words: ScriptArguments): Result<unknown, Context>;
    claimSecret(...words: ScriptArguments): Result<unknown, Context>;
  }
}

/** Each command with the files it is made of; what a later file uses stands in an earlier one. */
const SCRIPTS = {
  castVote: ['read-clock', 'answer-each', 'day-of', 'read-window', 'read-lock', 'cast-vote'],
  checkVotes: ['read-clock', 'answer-each', 'read-window', 'read-lock', 'check-votes'],
  readVoteLog: ['read-clock', 'read-log'],
  claimPointer: ['read-clock', 'parse-pointer', 'claim-pointer'],
  swapPointer: ['read-clock', 'parse-pointer', 'swap-pointer'],
  confirmPointer: ['parse-pointer', 'confirm-pointer'],
  reopenPointer: ['read-clock', 'parse-pointer', 'reopen-pointer'],
  releasePointer: ['parse-pointer', 'release-pointer'],
  createAccount: ['require-account', 'create-account'],
  markDeleting: ['mark-deleting'],
  putKey: ['require-account', 'put-key'],
  putRecord: ['require-account', 'put-record'],
  removeRecord: ['require-account', 'remove-record'],
  saveServers: ['answer-once', 'require-account', 'parse-server', 'save-servers'],
  removeServer: ['answer-once', 'require-account', 'parse-server', 'remove-server'],
  loadVotes: ['load-votes'],
  loadWindow: ['load-window'],
  claimSecret: ['claim-secret'],
} as const satisfies Record<string, readonly string[]>;

/**
 * Gives the client a command for each script. A connection sends the text of a script once and its SHA-1 from then on,
 * and the text again when Redis has forgotten it, so neither a restart nor SCRIPT FLUSH is noticed.
 */
export function defineScripts(client: Redis | Cluster): void {
  for (const [name, files] of Object.entries(SCRIPTS)) {
    client.defineCommand(name, { lua: textOf(files) });
  }
}

/** Runs a script that was given to the client: a number of keys, the keys, then the arguments. */
export type ScriptCall = (words: (string | number)[]) => Promise<unknown>;

/**
 * A call of a script that is run for requests of visitors. The driver would copy the words twice and look in each for lists to
 * flatten, which takes longer than sending them. It does the first call of a connection, with the text of the script, and
 * whatever Redis has forgotten: by the SHA-1 alone a reply that is lost could be one that asks for the text.
 */
export function createScriptCall(client: Redis | Cluster, name: 'castVote' | 'checkVotes'): ScriptCall {
  const sha = createHash('sha1').update(textOf(SCRIPTS[name])).digest('hex');
  let isKnown = false;
  client.on('close', () => {
    isKnown = false;
  });

  async function callByDriver(words: readonly (string | number)[]): Promise<unknown> {
    const reply = await client[name](...words);
    isKnown = true;
    return reply;
  }

  return (words) => {
    if (!isKnown) return callByDriver(words);
    const command = new Command('evalsha', [], { replyEncoding: 'utf8' });
    const args = [sha];
    for (const word of words) args.push(String(word));
    // Given here and not to the constructor, which would copy and look through them.
    command.args = args;
    client.sendCommand(command);
    return command.promise.catch((error: unknown) => {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      isKnown = false;
      return callByDriver(words);
    });
  };
}

function textOf(files: readonly string[]): string {
  return files.map(readScript).join('\n');
}

function readScript(name: string): string {
  return readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8');
}

/** The tag and the other words of a reply that is a tagged array. */
export function readTagged(reply: unknown): readonly [tag: string, ...rest: string[]] {
  if (Array.isArray(reply) && reply.length > 0) {
    const [tag, ...rest] = reply.map(String);
    if (tag !== undefined) return [tag, ...rest];
  }
  throw new Error(`a script answered what it never answers: ${JSON.stringify(reply)}`);
}
