import { readFileSync } from 'node:fs';
import type { Result } from 'ioredis';
import { createCallBySha, type ScriptCall, type ScriptWords } from './call-by-sha.ts';
import type { RedisClient } from './connection.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    contentPage(...words: ScriptWords): Result<unknown, Context>;
    contentFind(...words: ScriptWords): Result<unknown, Context>;
    contentCopy(...words: ScriptWords): Result<unknown, Context>;
    contentBegin(...words: ScriptWords): Result<unknown, Context>;
    contentHold(...words: ScriptWords): Result<unknown, Context>;
    contentCommit(...words: ScriptWords): Result<unknown, Context>;
  }
}

const SCRIPTS = {
  contentPage: 'content-page',
  contentFind: 'content-find',
  contentCopy: 'content-copy',
  contentBegin: 'content-begin',
  contentHold: 'content-hold',
  contentCommit: 'content-commit',
} as const;

/** Gives the client a command for each script of the content. */
export function defineContentScripts(client: RedisClient): void {
  for (const [name, file] of Object.entries(SCRIPTS)) {
    client.defineCommand(name, { lua: textOf(file) });
  }
}

/** Looks a record up, as visitors do one by one. */
export function createFindCall(client: RedisClient): ScriptCall {
  const text = textOf(SCRIPTS.contentFind);
  return createCallBySha(client, { text, byDriver: (words) => client.contentFind(...words) });
}

function textOf(file: string): string {
  return readFileSync(new URL(`./lua/${file}.lua`, import.meta.url), 'utf8');
}
