import type { BenchContext } from '../benchmark.ts';
import { type BuiltDirectory, loadAccounts, openBuiltStores, type StoreOptions } from '../product/built-product.ts';
import { median } from '../statistics.ts';

export const FEW_RECORDS = 100;
export const MANY_RECORDS = 100_000;

/** Median time of one look-up, in milliseconds, a figure a round. */
export type LookUps = Readonly<Record<LookUp, readonly number[]>>;
export type LookUp = 'key by hash' | 'server by slug' | 'server by name' | 'site by id';

const LOOK_UPS: readonly LookUp[] = ['key by hash', 'server by slug', 'server by name', 'site by id'];
const READS = 300;
const BATCH = 500;
const IN_FLIGHT = 64;
const CREATED_AT = '2026-01-01T00:00:00.000Z';

interface Side {
  readonly directory: BuiltDirectory;
  readonly accountId: string;
  readonly records: number;
  close(): Promise<void>;
}

/** Looks records up past every cache of the service, in a store with few and one with many of each kind in turn. */
export async function measureDirectory(
  context: BenchContext,
  places: { readonly few: StoreOptions; readonly many: StoreOptions },
): Promise<{ readonly few: LookUps; readonly many: LookUps }> {
  const sides = {
    few: await fill(places.few, FEW_RECORDS),
    many: await fill(places.many, MANY_RECORDS),
  };
  const found = { few: emptyLookUps(), many: emptyLookUps() };
  for (let round = 0; round < context.rounds; round += 1) {
    for (const lookUp of LOOK_UPS) {
      const times = { few: [] as number[], many: [] as number[] };
      for (let read = 0; read < READS; read += 1) {
        for (const size of ['few', 'many'] as const) times[size].push(await timeOne(sides[size], lookUp, read));
      }
      found.few[lookUp].push(median(times.few));
      found.many[lookUp].push(median(times.many));
    }
  }
  await Promise.all([sides.few.close(), sides.many.close()]);
  return found;
}

async function fill(place: StoreOptions, records: number): Promise<Side> {
  const { createAccount } = await loadAccounts();
  const { directory, close } = await openBuiltStores(place);
  const { id: accountId } = await createAccount(directory, { username: 'collector', nowMs: Date.parse(CREATED_AT) });
  for (let from = 0; from < records; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, records - from) }, (_, at) => from + at);
    await directory.saveServers(accountId, numbers.map(serverOf));
  }
  let next = 0;
  const work = async () => {
    while (next < records) {
      const number = next++;
      await directory.saveKey(keyOf(accountId, number));
      await directory.saveSite(siteOf(accountId, number));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return { directory, accountId, records, close };
}

async function timeOne({ directory, accountId, records }: Side, lookUp: LookUp, read: number): Promise<number> {
  // 7919 is prime, so that reads go all over the place.
  const number = (read * 7919) % records;
  const began = performance.now();
  const found = await {
    'key by hash': () => directory.findKeyByHash(hashOf(number)),
    'server by slug': () => directory.findServerBySlug(accountId, `server-${number}`),
    'server by name': () => directory.findServersByName(accountId, `Server ${number}`),
    'site by id': () => directory.findSite(`site_${number}`),
  }[lookUp]();
  const ms = performance.now() - began;
  if (found === null || (Array.isArray(found) && found.length !== 1)) throw new Error(`There is no ${lookUp}.`);
  return ms;
}

function emptyLookUps(): Record<LookUp, number[]> {
  return { 'key by hash': [], 'server by slug': [], 'server by name': [], 'site by id': [] };
}

function serverOf(number: number): object {
  const id = `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
  const words = { slug: `server-${number}`, name: `Server ${number}`, description: '', image: '' };
  return { id, ...words, createdAt: CREATED_AT };
}

function hashOf(number: number): string {
  return number.toString(16).padStart(64, '0');
}

function keyOf(accountId: string, number: number): object {
  const rights = { kind: 'vote', attest: false, votesPerMinute: null, expiresAtMs: null };
  return { id: `key_${number}`, accountId, hash: hashOf(number), hint: 'vk_...', ...rights, createdAt: CREATED_AT };
}

function siteOf(accountId: string, number: number): object {
  const rules = { origins: ['https://play.example.com'], votesPerMinute: null, askUsername: false };
  return { id: `site_${number}`, accountId, name: 'Site', keyId: `key_s${number}`, ...rules, createdAt: CREATED_AT };
}
