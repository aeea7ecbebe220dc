import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addAccount, newAttempt, newServer, randomText, seedAccount, statusesOf } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

export function describeServers(open: OpenFixture): void {
  describe('servers', () => {
    describeSaving(open);
    describeFinding(open);
    describeAssigning(open);
  });
}

function describeSaving(open: OpenFixture): void {
  const use = useFixture(open);

  test('servers are created in order with numbers from 1, and found by every handle', async () => {
    const account = await addAccount(use.stores);
    const drafts = Array.from({ length: 3 }, () => newServer());
    const saved = await use.stores.directory.saveServers(account.id, drafts);
    const records = drafts.map((draft, index) => ({ ...draft, accountId: account.id, num: index + 1 }));
    expect(saved).toEqual(records.map((server) => ({ status: 'created', server })));
    const second = await use.openSecond();
    for (const { directory } of [use.stores, second]) {
      expect(await directory.findServer(drafts[1]!.id)).toEqual(records[1]);
      expect(await directory.findServerBySlug(account.id, drafts[2]!.slug)).toEqual(records[2]);
      expect(await directory.listServers(account.id)).toEqual(records);
    }
  });

  test('the same rows again are unchanged, a differing row is updated and keeps number and creation time', async () => {
    const account = await addAccount(use.stores);
    const draft = newServer();
    const other = newServer();
    await use.stores.directory.saveServers(account.id, [draft, other]);
    const repeated = await use.stores.directory.saveServers(account.id, [
      draft,
      { ...other, createdAt: '2030-01-01T00:00:00.000Z' },
    ]);
    expect(statusesOf(repeated)).toEqual(['unchanged', 'unchanged']);
    for (const member of ['name', 'slug', 'description', 'image'] as const) {
      const before = await use.stores.directory.findServer(draft.id);
      const changed = { ...draft, ...before, [member]: `other-${randomText()}`, createdAt: '2030-01-01T00:00:00.000Z' };
      const [answer] = await use.stores.directory.saveServers(account.id, [changed]);
      const server = { ...changed, accountId: account.id, num: 1, createdAt: draft.createdAt };
      expect(answer).toEqual({ status: 'updated', server });
      expect(await use.stores.directory.findServer(draft.id)).toEqual(server);
    }
  });

  test('a row that comes twice in one batch is created, then unchanged or updated', async () => {
    const account = await addAccount(use.stores);
    const draft = newServer();
    const saved = await use.stores.directory.saveServers(account.id, [draft, draft, { ...draft, name: 'Renamed' }]);
    expect(statusesOf(saved)).toEqual(['created', 'unchanged', 'updated']);
    expect(await use.stores.directory.listServers(account.id)).toMatchObject([{ num: 1, name: 'Renamed' }]);
  });

  test('a server of another account is refused and stays as it was', async () => {
    const [owner, other] = [await addAccount(use.stores), await addAccount(use.stores)];
    const draft = newServer();
    await use.stores.directory.saveServers(owner.id, [draft]);
    const saved = await use.stores.directory.saveServers(other.id, [{ ...draft, name: 'Mine now' }, newServer()]);
    expect(statusesOf(saved)).toEqual(['owned_by_another', 'created']);
    expect(await use.stores.directory.findServer(draft.id)).toMatchObject({ accountId: owner.id, name: draft.name });
    expect(await use.stores.directory.listServers(other.id)).toHaveLength(1);
  });

  test('a batch of 3,000 rows is saved whole and in order, and repeating it changes nothing', async () => {
    const account = await addAccount(use.stores);
    const drafts = Array.from({ length: 3_000 }, () => newServer());
    const saved = await use.stores.directory.saveServers(account.id, drafts);
    expect(saved.every((answer) => answer.status === 'created')).toBe(true);
    const listed = await use.stores.directory.listServers(account.id);
    expect(listed.map((server) => server.id)).toEqual(drafts.map((draft) => draft.id));
    expect(listed.map((server) => server.num)).toEqual(drafts.map((_, index) => index + 1));
    const repeated = await use.stores.directory.saveServers(account.id, drafts);
    expect(repeated.every((answer) => answer.status === 'unchanged')).toBe(true);
  });

  test('two handles saving one new server at once create it once', async () => {
    const account = await addAccount(use.stores);
    const handles = [use.stores, await use.openSecond()];
    for (let round = 1; round <= 10; round += 1) {
      const draft = newServer();
      const answers = await Promise.all(handles.map(({ directory }) => directory.saveServers(account.id, [draft])));
      expect(answers.flatMap(statusesOf).sort()).toEqual(['created', 'unchanged']);
      expect((await use.stores.directory.listServers(account.id)).map((server) => server.num)).toEqual(
        Array.from({ length: round }, (_, index) => index + 1),
      );
    }
  });

  test('a number is never used again', async () => {
    const account = await addAccount(use.stores);
    const drafts = [newServer(), newServer()];
    await use.stores.directory.saveServers(account.id, drafts);
    await use.stores.directory.deleteServer(drafts[1]!.id);
    await use.stores.directory.deleteServer(drafts[0]!.id);
    const [saved] = await use.stores.directory.saveServers(account.id, [drafts[0]!]);
    expect(saved).toMatchObject({ status: 'created', server: { num: 3 } });
  });
}

function describeFinding(open: OpenFixture): void {
  const use = useFixture(open);

  test('servers are found by name without case, outer blanks and form of composition, all of them', async () => {
    const [account, other] = [await addAccount(use.stores), await addAccount(use.stores)];
    const names = ['Café Aurora', '  cafe\u0301 AURORA ', 'Cafe Aurora', '极光', 'CAFÉ aurora', ''];
    const drafts = names.map((name) => newServer({ name }));
    await use.stores.directory.saveServers(account.id, drafts);
    await use.stores.directory.saveServers(other.id, [newServer({ name: 'Café Aurora' })]);
    const find = async (name: string) => {
      const found = await use.stores.directory.findServersByName(account.id, name);
      return found.map((server) => names.indexOf(server.name)).sort();
    };
    expect(await find('café aurora')).toEqual([0, 1, 4]);
    expect(await find('CAFE\u0301 AURORA')).toEqual([0, 1, 4]);
    expect(await find('cafe aurora')).toEqual([2]);
    expect(await find(' 极光 ')).toEqual([3]);
    expect(await find('极')).toEqual([]);
    expect(await find('  ')).toEqual([5]);
  });

  test('a list finds servers by id and by slug, in its order, those of its account alone, and as they are now', async () => {
    const [owner, other] = [await addAccount(use.stores), await addAccount(use.stores)];
    const { directory } = use.stores;
    const drafts = Array.from({ length: 1_100 }, () => newServer());
    await directory.saveServers(owner.id, drafts);
    const foreign = newServer({ slug: drafts[0]!.slug });
    await directory.saveServers(other.id, [foreign]);
    const all = await directory.listServers(owner.id);
    expect(
      await directory.findListedServers(
        owner.id,
        all.toReversed().map(({ id }) => ({ id })),
      ),
    ).toEqual(all.toReversed());
    const [first, second, third] = all;
    await directory.saveServers(owner.id, [{ ...second!, slug: 'renamed' }]);
    await directory.assignServer(third!.id, other.id);
    const names = [
      { slug: 'renamed' },
      { id: first!.id },
      { slug: second!.slug },
      { id: foreign.id },
      { slug: first!.slug },
      { id: randomUUID() },
      { slug: '' },
      { id: third!.id },
    ];
    const found = await directory.findListedServers(owner.id, names);
    expect(found.map((server) => server && [server.id, server.slug])).toEqual([
      [second!.id, 'renamed'],
      [first!.id, first!.slug],
      null,
      null,
      [first!.id, first!.slug],
      null,
      null,
      null,
    ]);
    expect(await directory.findListedServers(other.id, [{ id: third!.id }])).toMatchObject([{ accountId: other.id }]);
    expect(await directory.findListedServers(owner.id, [])).toEqual([]);
    expect(await directory.findListedServers(randomText(), [{ id: first!.id }, { slug: 'renamed' }])).toEqual([
      null,
      null,
    ]);
  });

  test('a renamed server is found by its new name only', async () => {
    const account = await addAccount(use.stores);
    const draft = newServer({ name: 'Before' });
    await use.stores.directory.saveServers(account.id, [draft]);
    await use.stores.directory.saveServers(account.id, [{ ...draft, name: 'After' }]);
    expect(await use.stores.directory.findServersByName(account.id, 'before')).toEqual([]);
    expect(await use.stores.directory.findServersByName(account.id, 'after')).toMatchObject([{ id: draft.id }]);
  });

  test('what is not there is null or empty', async () => {
    const account = await addAccount(use.stores);
    expect(await use.stores.directory.findServer(randomUUID())).toBeNull();
    expect(await use.stores.directory.findServerBySlug(account.id, randomText())).toBeNull();
    expect(await use.stores.directory.findServerBySlug(randomText(), randomText())).toBeNull();
    expect(await use.stores.directory.findServersByName(account.id, randomText())).toEqual([]);
    expect(await use.stores.directory.listServers(account.id)).toEqual([]);
    expect(await use.stores.directory.listServers(randomText())).toEqual([]);
    expect(await use.stores.directory.deleteServer(randomUUID())).toBe(false);
    expect(await use.stores.directory.saveServers(account.id, [])).toEqual([]);
  });
}

function describeAssigning(open: OpenFixture): void {
  const use = useFixture(open);

  test('a server without votes moves, gets the next number there and can be voted for', async () => {
    const from = await seedAccount(use.stores, 2);
    const to = await seedAccount(use.stores, 3);
    const id = from.serverIds[0]!;
    const before = await use.stores.directory.findServer(id);
    expect(await use.stores.directory.assignServer(id, to.accountId)).toBe('moved');
    const after = await use.stores.directory.findServer(id);
    expect(after).toEqual({ ...before, accountId: to.accountId, num: 4 });
    expect(await use.stores.directory.findServerBySlug(to.accountId, after!.slug)).toEqual(after);
    expect(await use.stores.directory.findServersByName(to.accountId, after!.name)).toEqual([after]);
    expect(await use.stores.directory.findServerBySlug(from.accountId, after!.slug)).toBeNull();
    expect(await use.stores.directory.findServersByName(from.accountId, after!.name)).toEqual([]);
    expect(await use.stores.directory.listServers(from.accountId)).toHaveLength(1);
    expect(await use.stores.votes.castVote(newAttempt(to, { serverNum: 4 }))).toMatchObject({ votes: 1 });
  });

  test('a server with votes stays', async () => {
    const from = await seedAccount(use.stores);
    const to = await seedAccount(use.stores);
    await use.stores.votes.castVote(newAttempt(from));
    const before = await use.stores.directory.findServer(from.serverIds[0]!);
    expect(await use.stores.directory.assignServer(from.serverIds[0]!, to.accountId)).toBe('has_votes');
    expect(await use.stores.directory.findServer(from.serverIds[0]!)).toEqual(before);
  });

  test('a server whose slug is taken there stays', async () => {
    const [from, to] = [await addAccount(use.stores), await addAccount(use.stores)];
    const draft = newServer();
    await use.stores.directory.saveServers(from.id, [draft]);
    await use.stores.directory.saveServers(to.id, [newServer({ slug: draft.slug })]);
    expect(await use.stores.directory.assignServer(draft.id, to.id)).toBe('slug_taken');
    expect(await use.stores.directory.findServer(draft.id)).toMatchObject({ accountId: from.id, num: 1 });
  });

  test('an unknown server is not found', async () => {
    const to = await addAccount(use.stores);
    expect(await use.stores.directory.assignServer(randomUUID(), to.id)).toBe('not_found');
  });

  test('a number that was left behind is not used again', async () => {
    const from = await seedAccount(use.stores, 2);
    const to = await seedAccount(use.stores);
    await use.stores.directory.assignServer(from.serverIds[1]!, to.accountId);
    const [saved] = await use.stores.directory.saveServers(from.accountId, [newServer()]);
    expect(saved).toMatchObject({ status: 'created', server: { num: 3 } });
  });
}
