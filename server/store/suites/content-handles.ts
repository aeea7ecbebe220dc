import { describe, expect, test } from 'vitest';
import { COLLECTIONS, type ContentStore } from '../content-store.ts';
import { copyContent } from '../copy-content.ts';
import { importRecords, newBadge, newPost, newTeam, newUser } from './content-builders.ts';
import { type OpenContentFixture, useContent } from './content-fixture.ts';

const FIRST = { offset: 0, limit: 100 };
/** How long another handle may take to know of an import. */
const SEEN_WITHIN_MS = 1_000;

/** Content seen from two handles, as two processes have them. */
export function describeContentHandles(open: OpenContentFixture, openTarget: OpenContentFixture): void {
  describe('two handles', () => {
    const use = useContent(open);

    test('another handle knows the version of an import within a second, and reads it', async () => {
      const second = await use.openSecond();
      expect(await second.readVersion()).toBe(0);
      for (let version = 1; version <= 5; version += 1) {
        const record = newUser();
        await importRecords(use.content, 'users', [record]);
        expect(await use.content.readVersion()).toBe(version);
        await seeVersion(second, version);
        expect(await second.findByName('users', record.username, null)).toEqual({
          version,
          json: JSON.stringify(record),
        });
      }
    });

    test('while imports follow one another every page is of one version, whole and in order', async () => {
      const second = await use.openSecond();
      const ids = Array.from({ length: 60 }, () => newBadge().id).sort();
      const takeRound = (round: number) =>
        importRecords(
          use.content,
          'badges',
          ids.slice(0, 30 + round).map((id) => newBadge({ id, name: String(round) })),
        );
      await takeRound(1);
      let done = false;
      const importing = (async () => {
        for (let round = 2; round <= 20; round += 1) await takeRound(round);
        done = true;
      })();
      const seen = new Set<number>();
      while (!done) {
        const { version, total, rows } = await second.readPage('badges', 'all', { offset: 7, limit: 40 });
        const badges = rows.map((row) => JSON.parse(row));
        expect(total).toBe(30 + version);
        expect(badges.map((badge) => badge.id)).toEqual(ids.slice(7, Math.min(47, 30 + version)));
        expect(new Set(badges.map((badge) => badge.name))).toEqual(new Set([String(version)]));
        seen.add(version);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await importing;
      expect(seen.size).toBeGreaterThan(5);
    });

    test('content is copied whole, hidden posts too, and what the target had before is gone', async () => {
      const target = await openTarget();
      try {
        await importRecords(target.content, 'users', [newUser()]);
        const posts = [newPost(), newPost({ published: false })];
        await importRecords(use.content, 'blog', posts);
        await importRecords(use.content, 'teams', [newTeam()]);
        expect(await copyContent(use.content, target.content)).toBe(3);
        for (const collection of COLLECTIONS) {
          const { rows } = await use.content.readPage(collection, 'all', FIRST);
          expect((await target.content.readPage(collection, 'all', FIRST)).rows).toEqual(rows);
        }
      } finally {
        await target.close();
      }
    });
  });
}

async function seeVersion(content: ContentStore, version: number): Promise<void> {
  const deadline = Date.now() + SEEN_WITHIN_MS;
  while ((await content.readVersion()) !== version) {
    if (Date.now() > deadline) throw new Error(`version ${version} was not seen within ${SEEN_WITHIN_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
