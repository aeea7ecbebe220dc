import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** A server that sends each byte back by itself, and counts what arrived. */
async function openEcho(): Promise<{ readonly proxy: FaultProxy; readonly arrived: () => number }> {
  let arrived = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      arrived += chunk.length;
      for (const byte of chunk) setImmediate(() => socket.write(Buffer.from([byte])));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const proxy = await startFaultProxy({ host: '127.0.0.1', port });
  onTestFinished(() => {
    proxy.close();
    server.close();
  });
  return { proxy, arrived: () => arrived };
}

async function openClient({
  host,
  port,
}: FaultProxy): Promise<{ readonly socket: Socket; readonly heard: () => Buffer }> {
  const socket = connect(port, host);
  onTestFinished(() => void socket.destroy());
  let heard = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk]);
  });
  await once(socket, 'connect');
  return { socket, heard: () => heard };
}

test('late replies come in their order', async () => {
  const { proxy } = await openEcho();
  proxy.set({ delayMs: [0, 20] });
  const { socket, heard } = await openClient(proxy);
  const sent = Buffer.from(Array.from({ length: 250 }, (_, index) => index));
  for (const byte of sent) {
    socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => heard().length, { timeout: 15_000 }).toBe(sent.length);
  expect(heard()).toEqual(sent);
});

test('a lost reply is lost with its connection: the request arrives, nothing comes back, then it breaks', async () => {
  const { proxy, arrived } = await openEcho();
  proxy.set({ lostReplies: 1 });
  const { socket, heard } = await openClient(proxy);
  socket.write('PING');
  await expect.poll(() => heard().toString()).toBe('PING');
  socket.write('EVALSHA');
  await once(socket, 'close');
  expect(arrived()).toBe('PINGEVALSHA'.length);
  expect(heard().toString()).toBe('PING');
});
