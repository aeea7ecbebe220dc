import { readFileSync } from 'node:fs';
import type { Result } from 'ioredis';
import type { RedisClient } from './connection.ts';

/** A number of keys, the keys, then the arguments. */
type ScriptArguments = readonly (string | number)[];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    contentPage(...words: ScriptArguments): Result<unknown, Context>;
    contentFind(...words: ScriptArguments): Result<unknown, Context>;
    contentCopy(...words: ScriptArguments): Result<unknown, Context>;
    contentBegin(...words: ScriptArguments): Result<unknown, Context>;
    contentHold(...words: ScriptArguments): Result<unknown, Context>;
    contentCommit(...words: ScriptArguments): Result<unknown, Context>;
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
    client.defineCommand(name, { lua: readFileSync(new URL(`./lua/${file}.lua`, import.meta.url), 'utf8') });
  }
}
