import { describe, expect, test } from 'vitest';
import { importRecords, newCategory, newGame, newPost, newResource, newTeam, newUser } from './content-builders.ts';
import { type OpenContentFixture, useContent } from './content-fixture.ts';

const HARD_NAMES = [
  'a/b',
  'KSP-RO Group/JPLRepo',
  'Nertea (Chris Adderley)',
  ' leading and trailing ',
  '100% "quoted" \'single\' `back`',
  'percent %2F %00 %',
  '群组服',
  'hebrew-translation-תרגום-עברי',
  'Ωmega & ünïcödé',
  '🦊👩‍👩‍👧‍👦',
  'x'.repeat(9_000),
  '{content}:now',
  "'; DROP TABLE content_rows; --",
  '__proto__',
  'constructor',
  'null',
  '0',
];

/** How one record is found. */
export function describeContentLookups(open: OpenContentFixture): void {
  describe('look-ups', () => {
    describeNames(open);
    describeScopes(open);
  });
}

function describeNames(open: OpenContentFixture): void {
  const use = useContent(open);

  test('hard names are found to the letter, and give back the bytes that were put', async () => {
    const users = HARD_NAMES.map((username) => newUser({ username, bio: `${username}\0\u2028` }));
    await importRecords(use.content, 'users', users);
    for (const user of users) {
      const json = JSON.stringify(user);
      expect(await use.content.findByName('users', user.username, null)).toEqual({ version: 1, json });
      expect(await use.content.findById('users', user.id)).toEqual({ version: 1, json });
      expect((await use.content.findByName('users', `${user.username} `, null)).json).toBeNull();
    }
  });

  test('names that differ only by case are different, composed and decomposed letters are not', async () => {
    const users = ['linuxgurugamer', 'LinuxGuruGamer', 'Linuxgurugamer'].map((username) => newUser({ username }));
    const { results } = await importRecords(use.content, 'users', [...users, newUser({ username: 'Ame\u0301lie' })]);
    expect(results.every((result) => result.status === 'created')).toBe(true);
    for (const user of users) {
      expect((await use.content.findByName('users', user.username, null)).json).toContain(user.id);
    }
    expect((await use.content.findByName('users', 'LINUXGURUGAMER', null)).json).toBeNull();
    expect((await use.content.findByName('users', 'Am\u00e9lie', null)).json).toContain('Ame\u0301lie');
    const twin = await importRecords(use.content, 'users', [newUser({ username: 'Am\u00e9lie' })]);
    expect(twin.results).toMatchObject([{ status: 'name_taken' }]);
  });

  test('a name that was changed is found under the new one only, and the old one is free', async () => {
    const team = newTeam({ slug: 'old' });
    await importRecords(use.content, 'teams', [team]);
    await importRecords(use.content, 'teams', [{ ...team, slug: 'new' }]);
    expect((await use.content.findByName('teams', 'old', null)).json).toBeNull();
    expect((await use.content.findByName('teams', 'new', null)).json).toContain(team.id);
    const { results } = await importRecords(use.content, 'teams', [newTeam({ slug: 'old' })]);
    expect(results).toEqual([{ status: 'created' }]);
  });

  test('a hidden record is found by no id and no name, keeps its name, and appears when it is shown', async () => {
    const post = newPost({ slug: 'draft', published: false });
    await importRecords(use.content, 'blog', [post]);
    expect((await use.content.findById('blog', post.id)).json).toBeNull();
    expect((await use.content.findByName('blog', 'draft', null)).json).toBeNull();
    expect((await use.content.readPage('blog', 'published', { offset: 0, limit: 10 })).total).toBe(0);
    expect((await use.content.readPage('blog', 'all', { offset: 0, limit: 10 })).rows).toEqual([JSON.stringify(post)]);
    const taken = await importRecords(use.content, 'blog', [newPost({ slug: 'draft' })]);
    expect(taken.results).toEqual([{ status: 'name_taken', takenBy: post.id }]);
    await importRecords(use.content, 'blog', [{ ...post, published: true }]);
    expect((await use.content.findByName('blog', 'draft', null)).json).toContain(post.id);
    expect((await use.content.readPage('blog', 'published', { offset: 0, limit: 10 })).total).toBe(1);
  });

  test('collections do not see one another', async () => {
    const team = newTeam({ slug: 'same' });
    await importRecords(use.content, 'teams', [team]);
    expect((await use.content.findById('users', team.id)).json).toBeNull();
    expect((await use.content.findByName('blog', 'same', null)).json).toBeNull();
  });
}

function describeScopes(open: OpenContentFixture): void {
  const use = useContent(open);
  const [tide, wilds] = [newGame({ slug: 'tide' }), newGame({ slug: 'wilds' })];

  test('a slug is unique within its game: alone it means the oldest, with the game the exact one', async () => {
    const younger = newResource({ slug: 'lamp', game: tide, createdAt: '2026-01-02T00:00:00.000Z' });
    const older = newResource({ slug: 'lamp', game: wilds, createdAt: '2026-01-01T00:00:00.000Z' });
    const without = newResource({ slug: 'lamp', game: null, createdAt: '2026-01-03T00:00:00.000Z' });
    const find = async (game: string | null) => (await use.content.findByName('resources', 'lamp', game)).json;
    await importRecords(use.content, 'resources', [younger, older, without]);
    expect(await find(null)).toBe(JSON.stringify(older));
    expect(await find('tide')).toBe(JSON.stringify(younger));
    expect(await find('wilds')).toBe(JSON.stringify(older));
    expect(await find('other')).toBeNull();
    const clash = await importRecords(use.content, 'resources', [newResource({ slug: 'lamp', game: tide })]);
    expect(clash.results).toEqual([{ status: 'name_taken', takenBy: younger.id }]);
  });

  test('the oldest is found again after it moved, was dated anew or taken out', async () => {
    const records = ['a', 'b', 'c'].map((game, index) =>
      newCategory({ slug: 'parts', game: newGame({ slug: game }), createdAt: `2026-01-0${index + 1}T00:00:00.000Z` }),
    );
    const [first, second, third] = records;
    const find = async () => JSON.parse((await use.content.findByName('categories', 'parts', null)).json ?? 'null')?.id;
    await importRecords(use.content, 'categories', records);
    expect(await find()).toBe(first!.id);
    await importRecords(use.content, 'categories', [{ ...third!, createdAt: '2025-01-01T00:00:00.000Z' }]);
    expect(await find()).toBe(third!.id);
    await importRecords(use.content, 'categories', [{ ...third!, slug: 'moved' }]);
    expect(await find()).toBe(first!.id);
    await importRecords(use.content, 'categories', [{ ...second!, createdAt: '' }]);
    expect(await find()).toBe(second!.id);
  });

  test('of two equally old the one with the smaller id is meant', async () => {
    const records = Array.from({ length: 5 }, () => newCategory({ slug: 'same', game: newGame(), createdAt: '' }));
    await importRecords(use.content, 'categories', records);
    const smallest = records.map((record) => record.id).sort()[0];
    expect((await use.content.findByName('categories', 'same', null)).json).toContain(`"id":"${smallest}"`);
  });

  test('a record that goes to another game takes its slug along', async () => {
    const record = newResource({ slug: 'lamp', game: tide });
    await importRecords(use.content, 'resources', [record]);
    await importRecords(use.content, 'resources', [{ ...record, game: wilds }]);
    expect((await use.content.findByName('resources', 'lamp', 'tide')).json).toBeNull();
    expect((await use.content.findByName('resources', 'lamp', 'wilds')).json).toContain(record.id);
    const { results } = await importRecords(use.content, 'resources', [newResource({ slug: 'lamp', game: tide })]);
    expect(results).toEqual([{ status: 'created' }]);
  });
}
