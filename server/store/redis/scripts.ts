import { readFileSync } from 'node:fs';
import type { Cluster, Redis, Result } from 'ioredis';
import { createCallBySha, type ScriptCall, type ScriptWords } from './call-by-sha.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    castVote(...words: ScriptWords): Result<unknown, Context>;
    checkVotes(...words: ScriptWords): Result<unknown, Context>;
    readVoteLog(...words: ScriptWords): Result<unknown, Context>;
    claimPointer(...words: ScriptWords): Result<unknown, Context>;
    swapPointer(...words: ScriptWords): Result<unknown, Context>;
    confirmPointer(...words: ScriptWords): Result<unknown, Context>;
    reopenPointer(...words: ScriptWords): Result<unknown, Context>;
    releasePointer(...words: ScriptWords): Result<unknown, Context>;
    createAccount(...words: ScriptWords): Result<unknown, Context>;
    markDeleting(...words: ScriptWords): Result<unknown, Context>;
    putKey(...words: ScriptWords): Result<unknown, Context>;
    putRecord(...words: ScriptWords): Result<unknown, Context>;
    removeRecord(...words: ScriptWords): Result<unknown, Context>;
    saveServers(...words: ScriptWords): Result<unknown, Context>;
    removeServer(...words: ScriptWords): Result<unknown, Context>;
    loadVotes(...words: ScriptWords): Result<unknown, Context>;
    loadWindow(...words: ScriptWords): Result<unknown, Context>;
    claimSecret(...words: ScriptWords): Result<unknown, Context>;
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

/** A call of a script that is run for requests of visitors. */
export function createScriptCall(client: Redis | Cluster, name: 'castVote' | 'checkVotes'): ScriptCall {
  return createCallBySha(client, { text: textOf(SCRIPTS[name]), byDriver: (words) => client[name](...words) });
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
