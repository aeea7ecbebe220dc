import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Resource } from '../../../contract/content-records.ts';
import type { ContentStore } from '../content-store.ts';
import { StoreUnavailableError } from '../store-errors.ts';
import { newGame, newResource, toRow } from './content-builders.ts';
import { type OpenContentFixture, useContent } from './content-fixture.ts';

const GAMES = [null, newGame({ slug: 'one' }), newGame({ slug: 'two' })];
const CATEGORIES = [null, { id: newGame().id, name: 'x', slug: 'x' }, { id: newGame().id, name: 'y', slug: 'y' }];
const IDS = Array.from({ length: 12 }, () => newGame().id);
const DATES = ['', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-05-05'];

const record = fc
  .record({
    id: fc.constantFrom(...IDS),
    slug: fc.constantFrom('a', 'b', 'c', 'd'),
    game: fc.constantFrom(...GAMES),
    category: fc.constantFrom(...CATEGORIES),
    createdAt: fc.constantFrom(...DATES),
    title: fc.constantFrom('t', 'u'),
  })
  .map((members) => newResource({ ...members, filename: '', description: '' }));
const imports = fc.array(
  fc.record({ records: fc.array(record, { maxLength: 8 }), replace: fc.boolean(), commit: fc.boolean() }),
  { minLength: 1, maxLength: 6 },
);

/** Any sequence of imports, beside a model that is a plain map. */
export function describeContentModel(open: OpenContentFixture): void {
  describe('model', () => {
    useContent(open);

    test('after any imports the store answers as a plain map of the records does', { timeout: 60_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(imports, async (steps) => {
          const fixture = await open();
          try {
            let model = new Map<string, Resource>();
            let version = 0;
            for (const step of steps) {
              const next = new Map(model);
              const taking = await fixture.content.openImport({ replacing: step.replace });
              const results = await taking.put(
                'resources',
                step.records.map((resource) => toRow('resources', resource)),
              );
              const taken = new Set<string>();
              expect(results).toEqual(step.records.map((resource) => putInModel(next, resource, taken)));
              if (step.replace) {
                const put = new Set(step.records.map(({ id }) => id));
                const others = [...next.keys()].filter((id) => !put.has(id));
                expect(await taking.removeOthers('resources')).toBe(others.length);
                for (const id of others) next.delete(id);
              }
              if (step.commit) {
                const committed = await taking.commit();
                const changed = !sameModel(model, next);
                expect(committed).toEqual({ version: changed ? version + 1 : version, changed });
                version = committed.version;
                model = next;
              }
              await taking.abort();
              await compare(patient(fixture.content), model, version);
            }
          } finally {
            await fixture.close();
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}

/** On a machine that is too busy a store may not answer in time, which is not what is looked at here. */
function patient(content: ContentStore): Pick<ContentStore, 'readVersion' | 'readPage' | 'findById' | 'findByName'> {
  async function again<T>(ask: () => T | Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || attempt === 20) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
  return {
    readVersion: () => again(() => content.readVersion()),
    readPage: (...asked) => again(() => content.readPage(...asked)),
    findById: (...asked) => again(() => content.findById(...asked)),
    findByName: (...asked) => again(() => content.findByName(...asked)),
  };
}

function putInModel(model: Map<string, Resource>, resource: Resource, taken: Set<string>) {
  if (taken.has(resource.id)) return { status: 'repeated' };
  const rival = [...model.values()].find(
    (other) => other.id !== resource.id && other.slug === resource.slug && other.game?.slug === resource.game?.slug,
  );
  if (rival !== undefined) return { status: 'name_taken', takenBy: rival.id };
  taken.add(resource.id);
  const before = model.get(resource.id);
  model.set(resource.id, resource);
  if (before === undefined) return { status: 'created' };
  return { status: JSON.stringify(before) === JSON.stringify(resource) ? 'unchanged' : 'updated' };
}

async function compare(
  content: ReturnType<typeof patient>,
  model: ReadonlyMap<string, Resource>,
  version: number,
): Promise<void> {
  expect(await content.readVersion()).toBe(version);
  const newest = [...model.values()].sort((a, b) => instant(b) - instant(a) || (a.id < b.id ? -1 : 1));
  for (const game of [undefined, 'one', 'two', 'none']) {
    for (const category of [undefined, 'x', 'y']) {
      const listed = newest.filter(
        (one) =>
          (game === undefined || one.game?.slug === game) &&
          (category === undefined || one.category?.slug === category),
      );
      const filter = Object.entries({ game, category }).flatMap(([key, value]): [string, string][] =>
        value === undefined ? [] : [[key, value]],
      );
      const list = filter.length === 0 ? 'all' : new URLSearchParams(filter).toString();
      const rows = listed.map((one) => JSON.stringify(one));
      expect(await content.readPage('resources', list, { offset: 0, limit: 50 })).toEqual({
        version,
        total: rows.length,
        rows,
      });
    }
  }
  for (const id of IDS) expect((await content.findById('resources', id)).json).toBe(textOf(model.get(id)));
  for (const slug of ['a', 'b', 'c', 'd']) {
    const named = newest
      .filter((one) => one.slug === slug)
      .sort((a, b) => instant(a) - instant(b) || (a.id < b.id ? -1 : 1));
    expect((await content.findByName('resources', slug, null)).json).toBe(textOf(named[0]));
    for (const game of ['one', 'two']) {
      const scoped = named.find((one) => one.game?.slug === game);
      expect((await content.findByName('resources', slug, game)).json).toBe(textOf(scoped));
    }
  }
}

function sameModel(a: ReadonlyMap<string, Resource>, b: ReadonlyMap<string, Resource>): boolean {
  return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
}

function textOf(resource: Resource | undefined): string | null {
  return resource === undefined ? null : JSON.stringify(resource);
}

function instant(resource: Resource): number {
  return resource.createdAt === '' ? Number.MIN_SAFE_INTEGER : Date.parse(resource.createdAt);
}
