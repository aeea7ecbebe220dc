import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ContentStore } from '../store/content-store.ts';
import { openStores, withImportNotes } from '../store/open-stores.ts';
import { newResource, newUser } from '../store/suites/content-builders.ts';
import { useRedis } from '../store/suites/use-redis.ts';
import { collectGarbage } from '../testing/heap.ts';
import { createIdCheck } from './id-check.ts';
import { openContentSession } from './import-content.ts';

const BATCH = 200;
const BATCHES = 24;

const use = useRedis();

test('what a check of ids knows is in the notes: another one on them tells the same', () =>
  withImportNotes(async (notes) => {
    const pointTo = ({ line }: { readonly line: number }) => `line ${line}`;
    const id = randomUUID();
    const place = (line: number) => ({ file: 'users.ndjson', line, index: null });
    expect(createIdCheck(notes, pointTo).claim('users', id, { place: place(3), text: 'one' })).toBeNull();
    const another = createIdCheck(notes, pointTo);
    expect(another.claim('users', id, { place: place(4), text: 'one' })).toEqual({ status: 'unchanged' });
    expect(another.claim('users', id, { place: place(5), text: 'two' })).toEqual({
      status: 'refused',
      faults: [{ member: 'id', reason: 'is already in line 3, with other content' }],
    });
  }));

test('an import into the embedded store holds on to none of its rows, whatever they refer to', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'import-memory-'));
  const onWarning = () => undefined;
  const stores = await openStores({ redisUrl: null, dataDir, voteLogDays: 90, housekeeping: false, onWarning });
  await expectFewHeld(stores.content);
  await stores.close();
  await rm(dataDir, { recursive: true });
});

test('an import into Redis holds on to none of its rows, whatever they refer to', async () => {
  const { content } = await use.open();
  await expectFewHeld(content);
});

/** Imports rows that refer to a user each, and counts those that are still there when all went in. */
async function expectFewHeld(content: ContentStore): Promise<void> {
  const rows: WeakRef<object>[] = [];
  await withImportNotes(async (notes) => {
    const ids = createIdCheck(notes, () => 'an earlier row');
    const session = await openContentSession(content, { replacing: false, ids, notes });
    for (let batch = 0; batch < BATCHES; batch += 1) {
      await session.importRows(
        'resources',
        Array.from({ length: BATCH }, (_, at) => newRow(rows, batch * BATCH + at)),
      );
    }
    expect(await countHeld(rows)).toBeLessThan(BATCH * BATCHES * 0.1);
    const { missing } = await session.finish({ removeOthers: false });
    expect([missing.total, missing.first.length]).toEqual([BATCH * BATCHES, 1_000]);
    expect(missing.first.at(-1)?.place.line).toBe(1_000);
  });
}

function newRow(rows: WeakRef<object>[], number: number) {
  const { id, username, displayName, avatar, verified } = newUser();
  const value = newResource({ user: { id, username, displayName, avatar, verified } });
  const place = { file: 'resources.ndjson', line: number + 1, index: null };
  rows.push(new WeakRef(place));
  return { value, place };
}

async function countHeld(rows: readonly WeakRef<object>[]): Promise<number> {
  // What was looked at in a turn of the event loop is held until its end.
  await setImmediate();
  collectGarbage();
  return rows.filter((row) => row.deref() !== undefined).length;
}
