import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

describeOnStores('naming a server', (use) => {
  let service: TestService;
  let tenant: Tenant;
  let other: Tenant;
  const checkIp = { ip: '203.0.113.77' };
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
    other = await createTenant(service);
  });

  test('by id in either case, by slug in any composition, by name', async () => {
    const server = await tenant.addServer({ slug: 'caf\u00e9-世界', name: 'Café 世界' });
    for (const selector of [
      { serverId: server.id },
      { serverId: server.id.toUpperCase() },
      { slug: 'cafe\u0301-世界' },
      { name: 'Café 世界' },
    ]) {
      expect((await tenant.check({ ...selector, ...checkIp })).status, JSON.stringify(selector)).toBe(200);
      expect((await tenant.vote(selector)).status, JSON.stringify(selector)).toBe(200);
    }
  });

  test('the first that is present decides and nothing falls through to the next', async () => {
    const [first, second] = [await tenant.addServer(), await tenant.addServer()];
    const vote = await tenant.vote({ serverId: first.id, slug: second.slug, name: 'nobody' });
    expect(vote.body.message).toContain(first.name);
    expect((await tenant.vote({ serverId: randomUUID(), slug: second.slug })).body.code).toBe('server_not_found');
    expect((await tenant.vote({ slug: 'no-such', name: second.name })).body.code).toBe('server_not_found');
  });

  test('null is absent', async () => {
    const vote = await tenant.vote({ serverId: null, slug: null, name: tenant.server.name });
    expect(vote.status).toBe(200);
  });

  test('none is 400 server_required', async () => {
    for (const body of [undefined, {}, { serverId: null }]) {
      const answer = await tenant.vote(body === undefined ? '' : body);
      expect(answer.body).toMatchObject({ status: 400, code: 'server_required' });
    }
    expect((await tenant.check(checkIp)).body.code).toBe('server_required');
  });

  test.each([
    [{ serverId: '' }, '/serverId'],
    [{ serverId: 'not-a-uuid' }, '/serverId'],
    [{ slug: '' }, '/slug'],
    [{ name: '' }, '/name'],
    [{ slug: 5 }, '/slug'],
    [{ serverId: randomUUID(), name: ['x'] }, '/name'],
  ])('%j is 400 that points to the member', async (body, pointer) => {
    const answer = await tenant.vote(body);
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ pointer }] });
  });

  test('a name matches to the letter first, then without regard to case and surrounding space', async () => {
    const exact = await tenant.addServer({ name: ' Frost Peak ' });
    const other = await tenant.addServer({ name: 'FROST PEAK' });
    expect((await tenant.vote({ name: ' Frost Peak ' })).body.message).toContain(exact.name);
    expect((await tenant.vote({ name: 'FROST PEAK' })).body.message).toContain(other.name);
    const ambiguous = await tenant.vote({ name: 'frost peak' });
    expect(ambiguous.body).toMatchObject({ status: 400, code: 'ambiguous_name' });
    expect(ambiguous.body.candidates).toHaveLength(2);
    expect(ambiguous.body.candidates).toContainEqual({ id: exact.id, slug: exact.slug });
    const single = await tenant.addServer({ name: 'Lonely Rock' });
    expect((await tenant.vote({ name: ' lonely ROCK' })).body.message).toContain(single.name);
  });

  test('two servers of exactly the same name are ambiguous', async () => {
    const twins = [await tenant.addServer({ name: 'Twins' }), await tenant.addServer({ name: 'Twins' })];
    const answer = await tenant.vote({ name: 'Twins' });
    expect(answer.body.candidates.map(({ id }: { id: string }) => id).sort()).toEqual(twins.map(({ id }) => id).sort());
  });

  test("another account's server is 403 by id, and not found by slug and name", async () => {
    expect((await tenant.vote({ serverId: other.server.id })).body).toMatchObject({
      status: 403,
      code: 'server_not_allowed',
    });
    expect((await tenant.check({ serverId: other.server.id, ...checkIp })).body.code).toBe('server_not_allowed');
    expect((await tenant.vote({ slug: other.server.slug })).body.code).toBe('server_not_found');
    expect((await tenant.vote({ name: other.server.name })).body.code).toBe('server_not_found');
  });

  test('two accounts may use one slug, and each key means its own server', async () => {
    const [mine, theirs] = [await tenant.addServer({ slug: 'lobby' }), await other.addServer({ slug: 'lobby' })];
    expect((await tenant.vote({ slug: 'lobby' })).body.message).toContain(mine.name);
    expect((await other.vote({ slug: 'lobby' })).body.message).toContain(theirs.name);
  });

  test('unknown members of the body are ignored, also those that poison prototypes', async () => {
    const answer = await tenant.vote(
      `{"slug":"${tenant.server.slug}","extra":1,"__proto__":{"serverId":"x"},"constructor":{"prototype":{}}}`,
      {
        headers: { 'Content-Type': 'application/json' },
      },
    );
    expect(answer.status).toBe(200);
    expect('serverId' in {}).toBe(false);
  });

  test.each(['}{:lock', 'a\nb', 'a\0b', '%00', '../../x', "'; DROP TABLE servers; --", 'x'.repeat(3000)])(
    'a slug like %j is only ever not found',
    async (slug) => {
      expect((await tenant.vote({ slug })).body.code).toBe('server_not_found');
      expect((await tenant.check({ slug, ...checkIp })).body.code).toBe('server_not_found');
    },
  );
});
