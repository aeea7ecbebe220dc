import type { RedisConnection } from './connection.ts';

/** Fields that are asked for at once, so that no reply is long on its way. */
const PAGE = 500;

/** All fields and values of a hash. What is there all the time is read, and read once. */
export async function readTable({ client, run }: RedisConnection, key: string): Promise<Map<string, string>> {
  const table = new Map<string, string>();
  let cursor = '0';
  do {
    const from = cursor;
    const [next, words] = await run(() => client.hscan(key, from, 'COUNT', PAGE));
    for (let index = 0; index + 1 < words.length; index += 2) table.set(words[index] ?? '', words[index + 1] ?? '');
    cursor = next;
  } while (cursor !== '0');
  return table;
}

/** The values of some fields of a hash, `null` where there is none, in the order asked. */
export async function readFields(
  { client, run }: RedisConnection,
  key: string,
  fields: readonly string[],
): Promise<(string | null)[]> {
  const values: (string | null)[] = [];
  for (const page of pagesOf(fields, PAGE)) values.push(...(await run(() => client.hmget(key, ...page))));
  return values;
}

/** Cuts a list into pieces of at most `size`. */
export function* pagesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
