import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BadUsageError } from '../accounts/refused-error.ts';
import { faultOf } from '../data-folder.ts';
import { isErrno } from '../is-errno.ts';

/** Where a store is: a Redis URL, or the folder of an embedded store. */
export type StoreLocation =
  | { readonly kind: 'redis'; readonly redisUrl: string; readonly shown: string }
  | { readonly kind: 'embedded'; readonly dataDir: string; readonly shown: string };

const REDIS_URL = /^rediss?(\+(sentinel|cluster))?:\/\//;
const LOGIN = /\/\/[^/?#]*@/;
const QUERY = /\?.*$/;

/** Reads the value of `--from` or `--to`. What is shown of a URL has no password. @throws RefusedError for any other URL. */
export function readStoreLocation(text: string, option: string): StoreLocation {
  if (REDIS_URL.test(text)) {
    return { kind: 'redis', redisUrl: text, shown: text.replace(LOGIN, '//').replace(QUERY, '') };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    throw new BadUsageError(
      `${option} must be a folder, or begin with redis://, rediss://, redis+sentinel:// or redis+cluster://.`,
    );
  }
  return { kind: 'embedded', dataDir: resolve(text), shown: text };
}

/** Do both name the same place? */
export function isSameLocation(one: StoreLocation, other: StoreLocation): boolean {
  if (one.kind === 'redis') return other.kind === 'redis' && one.redisUrl === other.redisUrl;
  return other.kind === 'embedded' && one.dataDir === other.dataDir;
}

/** Opening a folder makes a store in it, so a mistyped name would read as an empty store. @throws DataFolderError */
export async function hasEmbeddedStore(dataDir: string): Promise<boolean> {
  try {
    return (await readdir(dataDir)).some((name) => name.endsWith('.db'));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false;
    throw faultOf(dataDir, dataDir, error);
  }
}
