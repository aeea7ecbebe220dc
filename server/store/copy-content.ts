import { rowOf } from './content-collections.ts';
import {
  COLLECTIONS,
  type Collection,
  type ContentImport,
  type ContentRow,
  type ContentStore,
} from './content-store.ts';
import { walkContent } from './content-walk.ts';

/** Rows that are put at once. */
const BATCH_ROWS = 500;

/** Makes the content of one store that of another, and answers how many records that are. */
export async function copyContent(from: ContentStore, to: ContentStore): Promise<number> {
  const taking = await to.openImport({ replacing: true });
  try {
    let copied = 0;
    for (const collection of COLLECTIONS) copied += await copyCollection(from, taking, collection);
    await taking.commit();
    return copied;
  } finally {
    await taking.abort();
  }
}

async function copyCollection(from: ContentStore, taking: ContentImport, collection: Collection): Promise<number> {
  let copied = 0;
  let batch: ContentRow[] = [];
  const put = async () => {
    const results = await taking.put(collection, batch);
    for (const result of results) {
      if (result.status === 'repeated') throw new Error(`Two records of ${collection} have one id.`);
      if (result.status === 'name_taken') {
        throw new Error(`Two records of ${collection} have one name: see ${result.takenBy}.`);
      }
    }
    copied += batch.length;
    batch = [];
  };
  for await (const json of walkContent(from, collection, 'all')) {
    batch.push(rowOf(collection, json));
    if (batch.length === BATCH_ROWS) await put();
  }
  await put();
  await taking.removeOthers(collection);
  return copied;
}
