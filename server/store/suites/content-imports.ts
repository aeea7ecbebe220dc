import { describe, expect, test } from 'vitest';
import { COLLECTIONS, ContentBusyError } from '../content-store.ts';
import { importRecords, newBadge, newGame, newPost, newResource, newTeam, newUser, toRow } from './content-builders.ts';
import { type OpenContentFixture, useContent } from './content-fixture.ts';

const FIRST = { offset: 0, limit: 100 };

/** What an import shows, and when. */
export function describeContentImports(open: OpenContentFixture): void {
  describe('imports', () => {
    describeVersions(open);
    describeStaging(open);
    describeReplacing(open);
  });
}

function describeVersions(open: OpenContentFixture): void {
  const use = useContent(open);

  test('a new store has version 0, empty lists and no record', async () => {
    expect(await use.content.readVersion()).toBe(0);
    for (const collection of COLLECTIONS) {
      expect(await use.content.readPage(collection, 'all', FIRST)).toEqual({ version: 0, total: 0, rows: [] });
      expect(await use.content.findById(collection, newGame().id)).toEqual({ version: 0, json: null });
      expect(await use.content.findByName(collection, 'nothing', null)).toEqual({ version: 0, json: null });
    }
  });

  test('each import that changes something makes the next version, whatever it has in it', async () => {
    const game = newGame();
    expect(await importRecords(use.content, 'games', [game])).toMatchObject({ version: 1, changed: true });
    expect(await use.content.readVersion()).toBe(1);
    expect(await importRecords(use.content, 'teams', [newTeam(), newTeam()])).toMatchObject({ version: 2 });
    expect(await importRecords(use.content, 'games', [{ ...game, name: 'Other' }])).toMatchObject({ version: 3 });
    expect(await use.content.readVersion()).toBe(3);
    expect((await use.content.findById('games', game.id)).version).toBe(3);
  });

  test('an import that changes nothing leaves the version, and says unchanged', async () => {
    const records = [newUser(), newUser({ username: '名前 / "quotes" % 🦊' })];
    await importRecords(use.content, 'users', records);
    const again = await importRecords(use.content, 'users', records);
    expect(again).toEqual({ version: 1, changed: false, results: [{ status: 'unchanged' }, { status: 'unchanged' }] });
    const empty = await use.content.openImport();
    expect(await empty.commit()).toEqual({ version: 1, changed: false });
    expect(await use.content.readVersion()).toBe(1);
  });

  test('results are in the order of the rows, and a later row sees the earlier ones', async () => {
    const [kept, changed, fresh, rival] = [newTeam(), newTeam(), newTeam(), newTeam({ slug: 'moved' })];
    await importRecords(use.content, 'teams', [kept, changed]);
    const renamed = { ...changed, slug: 'moved' };
    const { results } = await importRecords(use.content, 'teams', [
      fresh,
      renamed,
      kept,
      rival,
      { ...rival, slug: 'free' },
    ]);
    expect(results).toEqual([
      { status: 'created' },
      { status: 'updated' },
      { status: 'unchanged' },
      { status: 'name_taken', takenBy: changed.id },
      { status: 'created' },
    ]);
  });

  test('an id is taken in once in an import, so that repeating it changes nothing, whatever its batches', async () => {
    const [one, other] = [newTeam(), newTeam()];
    const doubled = [one, other, { ...one, slug: 'second' }, other];
    const first = await importRecords(use.content, 'teams', doubled);
    expect(first.results.map(({ status }) => status)).toEqual(['created', 'created', 'repeated', 'repeated']);
    for (const batches of [[doubled], doubled.map((record) => [record])]) {
      const taking = await use.content.openImport();
      const statuses: string[] = [];
      for (const batch of batches) {
        const rows = batch.map((record) => toRow('teams', record));
        statuses.push(...(await taking.put('teams', rows)).map(({ status }) => status));
      }
      expect(statuses).toEqual(['unchanged', 'unchanged', 'repeated', 'repeated']);
      expect(await taking.commit()).toEqual({ version: 1, changed: false });
    }
    expect((await use.content.findById('teams', one.id)).json).toBe(JSON.stringify(one));
  });
}

function describeStaging(open: OpenContentFixture): void {
  const use = useContent(open);

  test('nothing of an import is seen before its commit, and all of it after', async () => {
    const before = newResource({ slug: 'before' });
    await importRecords(use.content, 'resources', [before]);
    const after = Array.from({ length: 40 }, () => newResource());
    const taking = await use.content.openImport();
    await taking.put('resources', [{ ...toRow('resources', { ...before, slug: 'after', title: 'New' }) }]);
    await taking.put(
      'resources',
      after.map((record) => toRow('resources', record)),
    );
    await taking.put('games', [toRow('games', newGame())]);
    expect(await use.content.readVersion()).toBe(1);
    expect(await use.content.readPage('resources', 'all', FIRST)).toMatchObject({ version: 1, total: 1 });
    expect((await use.content.readPage('games', 'all', FIRST)).total).toBe(0);
    expect((await use.content.findByName('resources', 'after', null)).json).toBeNull();
    expect((await use.content.findById('resources', before.id)).json).toBe(JSON.stringify(before));
    expect((await use.content.findById('resources', after[0]!.id)).json).toBeNull();
    await taking.commit();
    expect(await use.content.readPage('resources', 'all', FIRST)).toMatchObject({ version: 2, total: 41 });
    expect((await use.content.readPage('games', 'all', FIRST)).total).toBe(1);
    expect((await use.content.findByName('resources', 'before', null)).json).toBeNull();
    expect((await use.content.findByName('resources', 'after', null)).json).toContain('"title":"New"');
  });

  test('an aborted import leaves everything as it was, and the next one begins afresh', async () => {
    const record = newPost();
    await importRecords(use.content, 'blog', [record]);
    const taking = await use.content.openImport({ replacing: true });
    await taking.put('blog', [toRow('blog', newPost())]);
    await taking.removeOthers('blog');
    await taking.put('users', [toRow('users', newUser())]);
    await taking.abort();
    await taking.abort();
    expect(await use.content.readPage('blog', 'all', FIRST)).toEqual({
      version: 1,
      total: 1,
      rows: [JSON.stringify(record)],
    });
    expect((await importRecords(use.content, 'users', [newUser()])).version).toBe(2);
    expect((await use.content.readPage('users', 'all', FIRST)).total).toBe(1);
    expect((await use.content.readPage('blog', 'all', FIRST)).total).toBe(1);
  });

  test('an import tells which ids there will be', async () => {
    const [there, coming, missing] = [newUser(), newUser(), newUser()];
    await importRecords(use.content, 'users', [there]);
    const taking = await use.content.openImport();
    await taking.put('users', [toRow('users', coming)]);
    expect(await taking.hasIds('users', [missing.id, there.id, coming.id])).toEqual([false, true, true]);
    expect(await taking.hasIds('teams', [there.id])).toEqual([false]);
    expect(await taking.hasIds('teams', [])).toEqual([]);
    await taking.abort();
  });

  test('one import at a time: the second is refused until the first has ended, either way', async () => {
    const second = await use.openSecond();
    for (const end of ['commit', 'abort'] as const) {
      const taking = await use.content.openImport();
      await taking.put('games', [toRow('games', newGame())]);
      await expect(use.content.openImport()).rejects.toThrow(ContentBusyError);
      await expect(second.openImport()).rejects.toThrow(ContentBusyError);
      await taking[end]();
      const next = await second.openImport();
      await next.abort();
    }
  });
}

function describeReplacing(open: OpenContentFixture): void {
  const use = useContent(open);

  test('removeOthers leaves what the import put, changed or not, and touches no other collection', async () => {
    const records = Array.from({ length: 6 }, (_, index) => newBadge({ name: `Badge ${index}` }));
    await importRecords(use.content, 'badges', records);
    await importRecords(use.content, 'games', [newGame()]);
    const kept = [records[1]!, { ...records[3]!, name: 'Changed' }];
    const taking = await use.content.openImport({ replacing: true });
    await taking.put(
      'badges',
      kept.map((record) => toRow('badges', record)),
    );
    expect(await taking.removeOthers('badges')).toBe(4);
    expect(await taking.removeOthers('badges')).toBe(0);
    expect(await taking.commit()).toEqual({ version: 3, changed: true });
    const { rows, total } = await use.content.readPage('badges', 'all', FIRST);
    expect(total).toBe(2);
    expect(new Set(rows)).toEqual(new Set(kept.map((record) => JSON.stringify(record))));
    expect((await use.content.findById('badges', records[0]!.id)).json).toBeNull();
    expect((await use.content.readPage('games', 'all', FIRST)).total).toBe(1);
  });

  test('a removed record gives its name back', async () => {
    await importRecords(use.content, 'teams', [newTeam({ slug: 'wanted' })]);
    const heir = newTeam({ slug: 'wanted' });
    const taking = await use.content.openImport({ replacing: true });
    expect(await taking.put('teams', [toRow('teams', heir)])).toMatchObject([{ status: 'name_taken' }]);
    expect(await taking.removeOthers('teams')).toBe(1);
    expect(await taking.put('teams', [toRow('teams', heir)])).toEqual([{ status: 'created' }]);
    await taking.commit();
    expect((await use.content.findByName('teams', 'wanted', null)).json).toBe(JSON.stringify(heir));
  });

  test('a refused row keeps the record that has its id', async () => {
    const [one, other] = [newTeam({ slug: 'one' }), newTeam({ slug: 'other' })];
    await importRecords(use.content, 'teams', [one, other, newTeam()]);
    const taking = await use.content.openImport({ replacing: true });
    const rows = [one, { ...other, slug: 'one' }].map((record) => toRow('teams', record));
    expect(await taking.put('teams', rows)).toEqual([
      { status: 'unchanged' },
      { status: 'name_taken', takenBy: one.id },
    ]);
    expect(await taking.removeOthers('teams')).toBe(1);
    await taking.commit();
    expect((await use.content.findByName('teams', 'other', null)).json).toBe(JSON.stringify(other));
  });

  test('a collection can be emptied', async () => {
    await importRecords(use.content, 'resources', [newResource({ game: newGame({ slug: 'g' }) })]);
    const taking = await use.content.openImport({ replacing: true });
    expect(await taking.removeOthers('resources')).toBe(1);
    await taking.commit();
    for (const list of ['all', 'game=g']) {
      expect(await use.content.readPage('resources', list, FIRST)).toEqual({ version: 2, total: 0, rows: [] });
    }
  });
}
