import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Problem } from '../../contract/problems.ts';
import { createReader } from '../testing/content-tenant.ts';
import { createTenant, randomIp } from '../testing/tenant.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const GOOD = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const BROKEN = [
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_request'],
  [
    'two lengths',
    'POST /vote HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    400,
    'invalid_request',
  ],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
] as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

function open(): Socket {
  const socket = connect(service.port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** The answers on a connection until it ends. */
async function readAnswers(socket: Socket, before = ''): Promise<{ status: number; head: string; body: unknown }[]> {
  let text = before;
  for await (const chunk of socket) text += String(chunk);
  return text.split(/(?=HTTP\/1\.1 )/).map((answer) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
  });
}

test.each(BROKEN)('%s is refused under an id that the log knows, and counted', async (_name, bytes, status, code) => {
  const socket = open();
  socket.write(bytes);
  const [answer] = await readAnswers(socket);
  const { requestId } = Problem.parse(answer?.body);
  expect(answer?.head).toContain(`\r\nX-Request-Id: ${requestId}\r\n`);
  const linesOf = () => service.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
  await expect.poll(linesOf).toMatchObject([{ method: 'unknown', route: 'unmatched', status, code }]);
  const metrics = await service.metrics.registry.metrics();
  expect(metrics).toContain(`server_vote_problems_total{code="${code}"}`);
  expect(metrics).toMatch(
    new RegExp(`request_seconds_count\\{route="unmatched",method="unknown",status="${status}"\\}`),
  );
});

test.each(BROKEN)(
  '%s on a connection that was answered before is refused too, not cut off',
  async (_name, bytes, status) => {
    const socket = open();
    socket.write(GOOD);
    const [first] = await once(socket, 'data');
    socket.write(bytes);
    const answers = await readAnswers(socket, String(first));
    expect(answers.map((answer) => answer.status)).toEqual([200, status]);
  },
);

test.each(BROKEN)('%s right behind other requests is refused after their answers', async (_name, bytes, status) => {
  const socket = open();
  socket.write(GOOD + GOOD + bytes);
  expect((await readAnswers(socket)).map((answer) => answer.status)).toEqual([200, 200, status]);
});

const JSON_TYPE = 'Content-Type: application/json\r\n';

/** A request whose body is in no form. */
function breakOff(line: string, key: string | null, type = ''): string {
  const keyLine = key === null ? '' : `X-API-KEY: ${key}\r\n`;
  return `${line} HTTP/1.1\r\nHost: x\r\n${keyLine}${type}Transfer-Encoding: chunked\r\n\r\nno length\r\n`;
}

test('a body that breaks off its form is refused at once', async () => {
  const { key } = await createTenant(service);
  const socket = open();
  socket.write(breakOff('POST /vote', key));
  expect((await readAnswers(socket)).map((answer) => answer.status)).toEqual([400]);
});

test('a body that breaks off right behind requests whose answers are known is refused after them', async () => {
  const reader = await createReader(service);
  const { key } = await createTenant(service);
  expect((await reader.get('/v1/teams')).status).toBe(200);
  const known = `GET /v1/teams HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${reader.key}\r\n\r\n`;
  for (const before of [known, GOOD + known, known + GOOD]) {
    const socket = open();
    socket.write(before + breakOff('POST /vote', key, JSON_TYPE));
    const statuses = (await readAnswers(socket)).map((answer) => answer.status);
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true);
    expect(statuses).toHaveLength(before.split('GET ').length);
    expect(statuses.at(-1)).toBe(400);
  }
});

test('whatever comes on the connection after what was broken changes nothing', async () => {
  const { key, server } = await createTenant(service);
  for (let round = 0; round < 10; round += 1) {
    const body = JSON.stringify({ serverId: server.id });
    const head = `POST /vote HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${key}\r\nX-Forwarded-For: ${randomIp()}\r\n`;
    const socket = open();
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    socket.write(breakOff('POST /vote', key, JSON_TYPE));
    // The vote waits for its transaction meanwhile.
    for (let more = 0; more < 2; more += 1) {
      await nextTurn();
      socket.write('more\r\n');
    }
    expect((await readAnswers(socket)).map((answer) => answer.status)).toEqual([200, 400]);
  }
});

test('where the head of a request says all, its answer goes out whatever its body is, after those before it', async () => {
  const socket = open();
  socket.write(GOOD + GOOD + breakOff('POST /vote', null));
  expect((await readAnswers(socket)).map((answer) => answer.status)).toEqual([200, 200, 401]);
});

test('a key that memory knows is checked in the turn of its request', async () => {
  const reader = await createReader(service);
  expect((await reader.get('/v1/teams')).status).toBe(200);
  const socket = open();
  socket.write(breakOff('POST /vote', reader.key));
  expect((await readAnswers(socket)).map((answer) => answer.status)).toEqual([403]);
});
