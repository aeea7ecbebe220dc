import { describe, expect, test } from 'vitest';
import type { SavedServer, ServerDraft } from '../directory-store.ts';
import { addAccount, newServer, randomText, statusesOf } from './builders.ts';
import { type OpenFixture, useFixture } from './store-fixture.ts';

export function describeSlugs(open: OpenFixture): void {
  describe('slugs', () => {
    const use = useFixture(open);

    test('a slug is given once within an account, and again in another', async () => {
      const [account, other] = [await addAccount(use.stores), await addAccount(use.stores)];
      const draft = newServer();
      const rival = newServer({ slug: draft.slug });
      await use.stores.directory.saveServers(account.id, [draft]);
      expect(statusesOf(await use.stores.directory.saveServers(account.id, [rival]))).toEqual(['slug_taken']);
      expect(await use.stores.directory.findServer(rival.id)).toBeNull();
      expect(statusesOf(await use.stores.directory.saveServers(other.id, [rival]))).toEqual(['created']);
      expect(await use.stores.directory.findServerBySlug(account.id, draft.slug)).toMatchObject({ id: draft.id });
      expect(await use.stores.directory.findServerBySlug(other.id, draft.slug)).toMatchObject({ id: rival.id });
    });

    test('an update to a taken slug is refused and changes nothing', async () => {
      const account = await addAccount(use.stores);
      const [first, second] = [newServer(), newServer()];
      await use.stores.directory.saveServers(account.id, [first, second]);
      const change = { ...second, slug: first.slug, name: 'Renamed' };
      expect(statusesOf(await use.stores.directory.saveServers(account.id, [change]))).toEqual(['slug_taken']);
      expect(await use.stores.directory.findServer(second.id)).toMatchObject({ slug: second.slug, name: second.name });
    });

    test('a slug that an earlier row of the batch frees can be taken by a later one, not the other way round', async () => {
      const account = await addAccount(use.stores);
      const [first, second] = [newServer({ slug: 'one' }), newServer({ slug: 'two' })];
      await use.stores.directory.saveServers(account.id, [first, second]);
      const late = await use.stores.directory.saveServers(account.id, [
        { ...second, slug: 'one' },
        { ...first, slug: 'three' },
      ]);
      expect(statusesOf(late)).toEqual(['slug_taken', 'updated']);
      const early = await use.stores.directory.saveServers(account.id, [
        { ...first, slug: 'four' },
        { ...second, slug: 'three' },
      ]);
      expect(statusesOf(early)).toEqual(['updated', 'updated']);
      expect(await use.stores.directory.findServerBySlug(account.id, 'three')).toMatchObject({ id: second.id });
      expect(await use.stores.directory.findServerBySlug(account.id, 'one')).toBeNull();
    });

    test('two rows of one batch with one slug: the earlier gets it', async () => {
      const account = await addAccount(use.stores);
      const drafts = [newServer({ slug: 'same' }), newServer({ slug: 'same' }), newServer()];
      const saved = await use.stores.directory.saveServers(account.id, drafts);
      expect(statusesOf(saved)).toEqual(['created', 'slug_taken', 'created']);
      expect(await use.stores.directory.findServerBySlug(account.id, 'same')).toMatchObject({ id: drafts[0]!.id });
    });

    test('two handles racing for a slug: one gets it', async () => {
      const account = await addAccount(use.stores);
      const handles = [use.stores, await use.openSecond()];
      for (let round = 0; round < 10; round += 1) {
        const slug = `slug-${randomText()}`;
        const rivals: ServerDraft[] = Array.from({ length: 8 }, () => newServer({ slug }));
        const answers = await Promise.all(
          rivals.map((rival, index) => handles[index % 2]!.directory.saveServers(account.id, [rival])),
        );
        const created = answers.flat().filter((answer) => answer.status === 'created');
        expect(created).toHaveLength(1);
        expect(await handles[1]!.directory.findServerBySlug(account.id, slug)).toEqual(serverOf(created[0]));
      }
      expect(await use.stores.directory.listServers(account.id)).toHaveLength(10);
    });

    test('slugs are compared to the letter and may hold any script', async () => {
      const account = await addAccount(use.stores);
      const slugs = ['Aurora', 'aurora', '极光 空岛', 'a/b?c#d', "o'brien%_\\", ' '];
      const drafts = slugs.map((slug) => newServer({ slug }));
      expect(statusesOf(await use.stores.directory.saveServers(account.id, drafts))).toEqual(
        slugs.map(() => 'created'),
      );
      for (const draft of drafts) {
        expect(await use.stores.directory.findServerBySlug(account.id, draft.slug)).toMatchObject({ id: draft.id });
      }
      expect(await use.stores.directory.findServerBySlug(account.id, 'AURORA')).toBeNull();
    });
  });
}

function serverOf(answer: SavedServer | undefined) {
  return answer !== undefined && 'server' in answer ? answer.server : null;
}
