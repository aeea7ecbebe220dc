import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createInstallation, type Installation, type Owner } from './installation.ts';
import type { ServiceProcess } from './service-process.ts';
import { totalOf, vote } from './voting.ts';

const IDLE_SOCKETS = 10_000;
/** What so many connections may cost, each with its parser. */
const IDLE_BYTES = 400 * 1024 * 1024;

describe('attacks on the connection, on the embedded store', () => {
  let installation: Installation;
  let service: ServiceProcess;
  let owner: Owner;
  beforeAll(async () => {
    installation = await createInstallation();
    owner = await installation.createOwner();
    service = await installation.start();
  });
  afterAll(() => installation.close());

  async function open(): Promise<Socket> {
    const socket = connect(service.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  }

  const headOf = (lines: readonly string[]) =>
    `POST /vote HTTP/1.1\r\nHost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`;

  test('headers and bodies that never end are 408 and closed, while others vote', async () => {
    const [headers, body] = [await open(), await open()];
    headers.write('POST /vote HTTP/1.1\r\nHost: localhost\r\n');
    const drip = setInterval(() => headers.write('X-Slow: 1\r\n'), 500);
    onTestFinished(() => clearInterval(drip));
    body.write(
      `${headOf([`X-API-KEY: ${owner.key}`, 'Content-Type: application/json', 'Content-Length: 100'])}{"slug":`,
    );
    const answers = Promise.all([text(headers), text(body)]);
    expect((await vote(service, owner)).status).toBe(200);
    for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  });

  test('a bomb of gzip is 415 and never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const before = residentBytes(service.pid);
    const socket = await open();
    const type = ['Content-Type: application/json', 'Content-Encoding: gzip', 'Connection: close'];
    socket.write(headOf([`X-API-KEY: ${owner.key}`, ...type, `Content-Length: ${bomb.length}`]));
    socket.write(bomb);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4(13|15) /);
    expect(residentBytes(service.pid) - before).toBeLessThan(32 * 1024 * 1024);
  });

  test.each([
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks under another name', ['Content-Length: 4', 'Transfer-Encoding: xchunked'], '{}\r\n'],
    ['chunks behind another coding', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 2', 'Content-Length: 4'], '{}'],
    ['a length with a sign', ['Content-Length: +2'], '{}'],
    ['a name with a space before its colon', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['a folded header', ['X-A: 1\r\n Transfer-Encoding: chunked', 'Content-Length: 2'], '{}'],
    ['a bare line feed', ['X-A: 1\nTransfer-Encoding: chunked', 'Content-Length: 2'], '{}'],
  ])('a request behind one with %s is never carried out', async (_name, lines, body) => {
    const before = await totalOf(service, owner);
    const hidden = JSON.stringify({ slug: owner.slug });
    const smuggled = `${headOf([
      `X-API-KEY: ${owner.key}`,
      'X-Forwarded-For: 45.6.7.8',
      'Content-Type: application/json',
      `Content-Length: ${hidden.length}`,
      'Connection: close',
    ])}${hidden}`;
    const socket = await open();
    socket.write(`${headOf(['Content-Type: application/json', ...lines])}${body}${smuggled}`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    expect(await totalOf(service, owner)).toBe(before);
  });

  test('ten thousand connections that say nothing cost little, keep nobody out, and are closed', async () => {
    const before = residentBytes(service.pid);
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    let closed = 0;
    while (sockets.length < IDLE_SOCKETS) {
      const wave = Array.from({ length: 500 }, () => connect(service.port, '127.0.0.1'));
      for (const socket of wave)
        socket
          .on('close', () => closed++)
          .on('error', () => undefined)
          .resume();
      sockets.push(...wave);
      await Promise.all(wave.map((socket) => once(socket, 'connect')));
    }
    expect((await vote(service, owner)).status).toBe(200);
    expect(residentBytes(service.pid) - before).toBeLessThan(IDLE_BYTES);
    await expect.poll(() => closed, { timeout: 60_000, interval: 100 }).toBe(IDLE_SOCKETS);
    expect((await vote(service, owner)).status).toBe(200);
  });
});

/** Memory of a process, as Linux tells it. */
function residentBytes(pid: number): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}
