import { describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../store-errors.ts';
import { importRecords, newResource } from '../suites/content-builders.ts';
import { useRedis } from '../suites/use-redis.ts';

describe('records that are asked for in one moment', () => {
  const use = useRedis();

  /** A store with records that has sent the script already. */
  async function openWarm() {
    const { content } = await use.open();
    const resources = Array.from({ length: 70 }, () => newResource());
    await importRecords(content, 'resources', resources);
    await content.findById('resources', 'nothing');
    await use.server.command('CONFIG', 'RESETSTAT');
    return { content, resources, first: resources[0]!, second: resources[1]! };
  }

  async function scriptCalls(): Promise<number> {
    const stats = await use.server.command('INFO', 'commandstats');
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
  }

  const recordsOf = (found: readonly { readonly json: string | null }[]) =>
    found.map(({ json }) => json && JSON.parse(json));

  test('are read in one call, whichever way each is asked for', async () => {
    const { content, first, second } = await openWarm();
    const found = await Promise.all([
      content.findById('resources', first.id),
      content.findByName('resources', second.slug, null),
      content.findByName('resources', second.slug, 'another game'),
      content.findById('resources', 'nothing'),
      content.findByName('resources', 'nothing', null),
    ]);
    expect(recordsOf(found)).toMatchObject([{ id: first.id }, { id: second.id }, null, null, null]);
    expect(new Set(found.map(({ version }) => version))).toEqual(new Set([1]));
    expect(await scriptCalls()).toBe(1);
  });

  test('are several calls when they are many, so that Redis is never held up for long', async () => {
    const { content, resources } = await openWarm();
    const found = await Promise.all(resources.map(({ id }) => content.findById('resources', id)));
    expect(recordsOf(found)).toMatchObject(resources.map(({ id }) => ({ id })));
    expect(await scriptCalls()).toBe(3);
  });

  test('what is wrong with one is told to nobody else', async () => {
    const { content, first, second } = await openWarm();
    const number = await use.server.command('HGET', '{content}:now', 'resources');
    await use.server.command('HSET', `{content}:resources:${number.trim()}:names`, 'broken', 'no JSON');
    const found = await Promise.allSettled([
      content.findByName('resources', first.slug, null),
      content.findByName('resources', 'broken', null),
      content.findById('resources', second.id),
    ]);
    expect(found).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: expect.any(StoreUnavailableError) },
      { status: 'fulfilled' },
    ]);
    expect(await scriptCalls()).toBe(1);
  });

  test('are read in several calls when they are large', async () => {
    const { content } = await openWarm();
    const large = Array.from({ length: 7 }, () => newResource({ description: 'x'.repeat(100_000) }));
    await importRecords(content, 'resources', large);
    await content.findById('resources', 'nothing');
    await use.server.command('CONFIG', 'RESETSTAT');
    const found = await Promise.all(large.map(({ id }) => content.findById('resources', id)));
    expect(recordsOf(found)).toMatchObject(large.map(({ id }) => ({ id })));
    // Three, three and one.
    expect(await scriptCalls()).toBe(3);
  });

  test('are of one version where an import came in between', async () => {
    const { content, first, second } = await openWarm();
    const elsewhere = (await use.open()).content;
    const before = await elsewhere.findById('resources', second.id);
    await importRecords(content, 'resources', [
      { ...first, title: 'New' },
      { ...second, title: 'Newer' },
    ]);
    const found = await Promise.all([first, second].map(({ id }) => elsewhere.findById('resources', id)));
    expect(recordsOf(found)).toMatchObject([{ title: 'New' }, { title: 'Newer' }]);
    expect(found.map(({ version }) => version - before.version)).toEqual([1, 1]);
  });
});
