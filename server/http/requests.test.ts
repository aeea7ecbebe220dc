import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { Problem } from '../../contract/problems.ts';
import { ask } from '../testing/api-client.ts';
import { createTenant, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';

describeOnStores('a request', (use) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
  });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    ask(`${service.url}/vote`, { method: 'POST', body, headers: { 'X-API-KEY': tenant.key, ...headers } });

  test.each([
    ['text/plain', 'slug=x'],
    ['application/x-www-form-urlencoded', 'slug=x'],
    ['application/json; charset=utf-16', '{}'],
    ['application/json; charset=latin1', '{}'],
    ['application/json; profile="https://example.com/a"; charset=utf-16', '{}'],
    ['application/json; charset="utf-8; charset=utf-16"', '{}'],
    ['application/problem+json; profile=application/json', '{}'],
    ['json', '{}'],
    ['application/jsonp', '{}'],
    ['', '{}'],
  ])('with the media type %j is 415', async (type, body) => {
    expect((await post(body, type === '' ? {} : { 'Content-Type': type })).body).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  test('with a compressed body is 415', async () => {
    expect((await post('{}', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  test.each([
    'application/json',
    'application/json;charset=UTF-8',
    'Application/JSON; charset="utf-8"',
    'application/json; charset=utf8',
    'application/json; profile=x',
    'application/json; profile="https://example.com/a;charset=utf-16"; Charset=UTF-8; v=1',
    'application/json;',
    `application/json${'; '.repeat(4_000)}`,
  ])('with the media type %j is read', async (type) => {
    expect((await post('{"slug":"nobody"}', { 'Content-Type': type })).body.code).toBe('server_not_found');
  });

  test.each([
    ['no JSON', '{"slug":'],
    ['a list', '[]'],
    ['a text', '"slug"'],
    ['null', 'null'],
    ['a lone surrogate cut in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ])('with %s as its body is 400', async (_name, body) => {
    const answer = await post(body, { 'Content-Type': 'application/json' });
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ pointer: '' }] });
  });

  test('with a body above 4096 bytes is 413, with and without a length, and the connection survives', async () => {
    const large = JSON.stringify({ slug: 'x'.repeat(4096) });
    expect((await post(large, { 'Content-Type': 'application/json' })).body).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
    const chunked = await post(large, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' });
    expect(chunked.status).toBe(413);
    const most = JSON.stringify({ slug: 'x'.repeat(4096 - '{"slug":""}'.length) });
    expect((await post(most, { 'Content-Type': 'application/json' })).body.code).toBe('server_not_found');
  });

  test.each([
    ['GET', '/vote', 'POST, OPTIONS'],
    ['PUT', '/vote', 'POST, OPTIONS'],
    ['POST', '/vote/check', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/vote/checks', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
  ])('%s %s is 405 with what is allowed, before the key is looked at', async (method, path, allow) => {
    const answer = await ask(service.url + path, { method });
    expect(answer.status).toBe(405);
    expect(answer.body.code).toBe('method_not_allowed');
    expect(answer.headers.allow).toBe(allow);
  });

  test.each(['/nothing', '/vote/nothing', '/VOTE', '/v2/resources', '/vote%2Fcheck', '/constructor', '/__proto__'])(
    '%s is a 404 problem',
    async (path) => {
      const answer = await ask(service.url + path);
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(answer.body).toMatchObject({ code: 'not_found', instance: path.split('?')[0] });
    },
  );

  test('a problem names its request and never its query', async () => {
    const answer = await ask(`${service.url}/vote/check?ip=198.51.100.3&slug=a`, {
      headers: { 'X-API-KEY': tenant.key, 'X-Request-Id': 'from-the-proxy-1' },
    });
    expect(answer.body).toMatchObject({
      code: 'server_not_found',
      instance: '/vote/check',
      requestId: 'from-the-proxy-1',
    });
    expect(answer.headers['x-request-id']).toBe('from-the-proxy-1');
    const odd = await ask(`${service.url}/nothing`, { headers: { 'X-Request-Id': 'a b<script>' } });
    expect(odd.body.requestId).toMatch(/^[\w-]{8,}$/);
  });

  test('one line is logged for it: id, route, key id, status, time', async () => {
    const { record, key } = await tenant.addKey();
    await ask(`${service.url}/vote/check?slug=${tenant.server.slug}&ip=198.51.100.4`, {
      headers: { 'X-API-KEY': key, 'X-Request-Id': 'the-logged-one' },
    });
    await expect
      .poll(() =>
        service.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === 'the-logged-one'),
      )
      .toMatchObject([{ method: 'GET', route: '/vote/check', status: 200, keyId: record.id, ms: expect.any(Number) }]);
  });

  test('that is refused for its method is logged under its route, one that meets nothing as unmatched', async () => {
    await ask(`${service.url}/vote`, { method: 'PUT', headers: { 'X-Request-Id': 'the-refused-one' } });
    await ask(`${service.url}/nothing`, { headers: { 'X-Request-Id': 'the-unmatched-one' } });
    const routeOf = (id: string) =>
      service.logLines.map((line) => JSON.parse(line)).find((line) => line.requestId === id)?.route;
    await expect.poll(() => routeOf('the-refused-one')).toBe('/vote');
    await expect.poll(() => routeOf('the-unmatched-one')).toBe('unmatched');
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['two lengths', 'POST /vote HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
    [
      'a length and chunks',
      'POST /vote HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['without a host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('that is %s is answered with a problem and closed', async (_name, bytes, status) => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(bytes);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    expect(Problem.safeParse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).success).toBe(true);
  });

  test.each([
    ['OPTIONS', '/vote'],
    ['OPTIONS', '/v1/badges'],
    ['OPTIONS', '/sites/none/vote'],
  ])('%s %s has an id as well', async (method, path) => {
    const answer = await ask(service.url + path, { method, headers: { 'X-Request-Id': 'of-the-options' } });
    expect([answer.status, answer.headers['x-request-id']]).toEqual([204, 'of-the-options']);
  });

  test.each([
    ['http://votes.example.com/healthz', 200, '/healthz'],
    ['HTTP://votes.example.com/vote/check?slug=a&ip=%FF', 401, '/vote/check'],
    ['http://votes.example.com/v1/badges', 401, '/v1/badges'],
    ['https://votes.example.com', 404, '/'],
  ])('for %s is answered as for its path', async (target, status, instance) => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: votes.example.com\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status !== 200) expect(answer).toContain(`"instance":"${instance}"`);
  });

  test('with a member of the wrong type is told so once', async () => {
    const { errors } = (await post({ name: [], slug: {}, serverId: 1 })).body;
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/serverId', '/slug', '/name']);
  });

  test('with an expectation that nobody knows is answered as without', async () => {
    expect((await ask(`${service.url}/healthz`, { headers: { Expect: 'wonders' } })).status).toBe(200);
  });

  test('a HEAD of a check answers as GET does, without a body', async () => {
    const answer = await ask(`${service.url}/vote/check?slug=${tenant.server.slug}&ip=198.51.100.4`, {
      method: 'HEAD',
      headers: { 'X-API-KEY': tenant.key },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(10);
  });
});
