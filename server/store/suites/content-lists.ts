import { describe, expect, test } from 'vitest';
import type { Collection, ContentStore } from '../content-store.ts';
import { importRecords, newBadge, newCategory, newGame, newResource } from './content-builders.ts';
import { type OpenContentFixture, useContent } from './content-fixture.ts';

/** Order, filters and pages of lists. */
export function describeContentLists(open: OpenContentFixture): void {
  describe('lists', () => {
    describeOrder(open);
    describePages(open);
  });
}

function describeOrder(open: OpenContentFixture): void {
  const use = useContent(open);

  test('the newest comes first, an unknown date last, equal dates by id', async () => {
    const dates = ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.001Z', '', '2026-02-28', '1969-12-31T23:59:59Z'];
    const records = [...dates, ...dates].map((createdAt) => newBadge({ createdAt }));
    await importRecords(use.content, 'badges', records);
    const expected = [...records].sort((a, b) => instant(b.createdAt) - instant(a.createdAt) || (a.id < b.id ? -1 : 1));
    const { rows } = await use.content.readPage('badges', 'all', { offset: 0, limit: 100 });
    expect(rows.map((row) => JSON.parse(row).createdAt)).toEqual(expected.map((record) => record.createdAt));
    expect(rows).toEqual(expected.map((record) => JSON.stringify(record)));
  });

  test('dates are compared as moments, whatever zone they are written in', async () => {
    const late = newBadge({ createdAt: '2026-03-01T01:30:00+02:00' });
    const later = newBadge({ createdAt: '2026-02-28T23:45:00Z' });
    await importRecords(use.content, 'badges', [late, later]);
    const { rows } = await use.content.readPage('badges', 'all', { offset: 0, limit: 2 });
    expect(rows).toEqual([later, late].map((record) => JSON.stringify(record)));
  });

  test('categories are in the order of their names, character by character, then of their ids', async () => {
    const names = ['b', 'a', '', 'B', 'aa', 'a ', 'a-', 'ä', 'z', '中', '🦊', 'a', 'oldPVP', '\0', 'a\0b', '\uffee'];
    const records = names.map((name) => newCategory({ name }));
    await importRecords(use.content, 'categories', records);
    const { rows } = await use.content.readPage('categories', 'all', { offset: 0, limit: 100 });
    const key = (record: { name: string }) => Buffer.from(record.name.replaceAll('\0', ''));
    const expected = [...records].sort((a, b) => Buffer.compare(key(a), key(b)) || (a.id < b.id ? -1 : 1));
    expect(rows.map((row) => JSON.parse(row).name)).toEqual(expected.map((record) => record.name));
    expect(rows).toEqual(expected.map((record) => JSON.stringify(record)));
  });

  test('filters work alone and together, and follow a record that changes', async () => {
    const [tide, wilds] = [newGame({ slug: 'tide' }), newGame({ slug: 'wilds & more=1' })];
    const [light, sound] = [newCategory({ slug: 'light' }), newCategory({ slug: '声' })].map(({ id, name, slug }) => ({
      id,
      name,
      slug,
    }));
    const record = newResource({ game: tide, category: light! });
    await importRecords(use.content, 'resources', [
      record,
      newResource({ game: wilds, category: light! }),
      newResource({ game: tide, category: sound! }),
      newResource({ game: tide }),
      newResource({ category: sound! }),
      newResource(),
    ]);
    const wild = new URLSearchParams({ game: wilds!.slug }).toString();
    const noisy = new URLSearchParams({ category: '声' }).toString();
    expect(await totals(use.content, 'resources', ['all', 'game=tide', wild, 'category=light', noisy])).toEqual([
      6, 3, 1, 2, 2,
    ]);
    expect(await totals(use.content, 'resources', ['game=tide&category=light', `${wild}&${noisy}`])).toEqual([1, 0]);
    await importRecords(use.content, 'resources', [{ ...record, game: wilds, category: sound! }]);
    expect(await totals(use.content, 'resources', ['all', 'game=tide', wild, 'category=light', noisy])).toEqual([
      6, 2, 2, 1, 3,
    ]);
    expect(await totals(use.content, 'resources', ['game=tide&category=light', `${wild}&${noisy}`])).toEqual([0, 1]);
  });
}

function describePages(open: OpenContentFixture): void {
  const use = useContent(open);

  test('pages of every size have no gaps and no repeats, over more rows than any block holds', async () => {
    const records = Array.from({ length: 1_203 }, (_, index) =>
      newBadge({ createdAt: new Date(1_700_000_000_000 + (index % 97) * 1000).toISOString() }),
    );
    await importRecords(use.content, 'badges', records);
    const all = await use.content.readPage('badges', 'all', { offset: 0, limit: 5_000 });
    expect(all.total).toBe(1_203);
    expect(new Set(all.rows).size).toBe(1_203);
    for (const limit of [7, 20, 100, 499, 500, 501]) {
      const walked: string[] = [];
      for (let offset = 0; offset < 1_203; offset += limit) {
        const page = await use.content.readPage('badges', 'all', { offset, limit });
        expect(page).toMatchObject({ version: 1, total: 1_203 });
        walked.push(...page.rows);
      }
      expect(walked).toEqual(all.rows);
    }
  });

  test('a page past the end is empty and knows the total, however far it is', async () => {
    await importRecords(use.content, 'badges', [newBadge(), newBadge()]);
    for (const offset of [2, 3, 1e9, Number.MAX_SAFE_INTEGER]) {
      expect(await use.content.readPage('badges', 'all', { offset, limit: 100 })).toEqual({
        version: 1,
        total: 2,
        rows: [],
      });
    }
    expect(await use.content.readPage('badges', 'game=none', { offset: 0, limit: 1 })).toMatchObject({
      total: 0,
      rows: [],
    });
  });
}

async function totals(content: ContentStore, collection: Collection, lists: readonly string[]): Promise<number[]> {
  const pages = await Promise.all(lists.map((list) => content.readPage(collection, list, { offset: 0, limit: 100 })));
  for (const page of pages) expect(page.rows).toHaveLength(page.total);
  return pages.map((page) => page.total);
}

function instant(date: string): number {
  return date === '' ? Number.MIN_SAFE_INTEGER : Date.parse(date);
}
