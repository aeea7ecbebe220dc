import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, ask } from '../api-client.ts';
import { describeInstallations, type Installation, type Owner } from './installation.ts';
import type { ServiceProcess } from './service-process.ts';
import { VoteHistory } from './vote-load.ts';
import { totalOf, vote } from './voting.ts';

const LANES = 20;
const ROUNDS = 3;
const STOP_MS = 5_000;

/** One connection that is kept alive. */
function openLane(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return agent;
}

/** Votes on one connection without pause until the service closes it; every request has to be answered. */
async function voteUntilClosed(service: ServiceProcess, owner: Owner, history: VoteHistory): Promise<Answer> {
  const agent = openLane();
  for (;;) {
    const ip = history.newVoter();
    const answer = await vote(service, owner, { ip, agent });
    history.note(ip, answer, 0);
    if (answer.headers.connection === 'close') return answer;
  }
}

/** Two connections that have been used: one to be asked until the service stops, one that stays idle. */
async function openIdle(service: ServiceProcess): Promise<{ readonly asked: Agent; readonly idle: Agent }> {
  const lanes = { asked: openLane(), idle: openLane() };
  for (const agent of Object.values(lanes)) await ask(`${service.url}/healthz`, { agent });
  return lanes;
}

/**
 * Asks until the service says that it is stopping. An answer that was known when the signal came may be the last on its connection
 * and still tell of before; the next one is of a new connection, and may not.
 */
async function askUntilStopping(service: ServiceProcess, agent: Agent): Promise<void> {
  let answer = await ask(`${service.url}/readyz`, { agent });
  while (answer.headers.connection !== 'close') answer = await ask(`${service.url}/readyz`, { agent });
  if (answer.status === 200) answer = await ask(`${service.url}/readyz`, { agent });
  expect(answer.headers.connection).toBe('close');
  expect(answer.body).toMatchObject({ status: 503, code: 'not_ready', detail: 'This process is stopping.' });
}

async function expectCleanEnd(service: ServiceProcess, askedAt: number): Promise<void> {
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - askedAt).toBeLessThan(STOP_MS);
  expect(service.stderr()).toBe('');
  expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
}

describeInstallations('SIGTERM', (installed) => {
  test('under load loses no request: each is answered, and the last answer on a connection says so', async () => {
    const owner = await installed().createOwner({ attests: true });
    const history = new VoteHistory();
    let service = await installed().start();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const lanes = Array.from({ length: LANES }, () => voteUntilClosed(service, owner, history));
      await expect.poll(() => history.acknowledged.size, { timeout: 10_000, interval: 5 }).toBeGreaterThan(round * 200);
      const askedAt = performance.now();
      const stopped = service.stop();
      const last = await Promise.all(lanes);
      expect(last.map(({ status }) => status)).toEqual(last.map(() => 200));
      await stopped;
      await expectCleanEnd(service, askedAt);
      service = await installed().start({ port: service.port });
    }
    expect(history.unknown).toEqual(new Set());
    expect(await totalOf(service, owner)).toBe(history.acknowledged.size);
  });

  test('sent again and again while it stops loses no request either', async () => {
    const owner = await installed().createOwner({ attests: true });
    const history = new VoteHistory();
    const service = await installed().start();
    const { asked, idle } = await openIdle(service);
    const lanes = Array.from({ length: LANES }, () => voteUntilClosed(service, owner, history));
    await expect.poll(() => history.acknowledged.size, { timeout: 10_000, interval: 5 }).toBeGreaterThan(100);
    const askedAt = performance.now();
    const stopped = [service.stop('SIGTERM')];
    // Its word that it is stopping says that the first signal has come through.
    await askUntilStopping(service, asked);
    stopped.push(service.stop('SIGTERM'), service.stop('SIGINT'));
    const answer = await vote(service, owner, { ip: history.newVoter(), agent: idle });
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
    const last = await Promise.all(lanes);
    expect(last.map(({ status }) => status)).toEqual(last.map(() => 200));
    await Promise.all(stopped);
    await expectCleanEnd(service, askedAt);
    expect(history.unknown).toEqual(new Set());
  });

  test('answers what is sent right after it on a connection that was idle', async () => {
    const owner = await installed().createOwner();
    const service = await installed().start();
    const { asked, idle } = await openIdle(service);
    const askedAt = performance.now();
    const stopped = service.stop();
    await askUntilStopping(service, asked);
    const answer = await vote(service, owner, { agent: idle });
    expect(answer.status).toBe(200);
    expect(answer.headers.connection).toBe('close');
    await stopped;
    await expectCleanEnd(service, askedAt);
  });

  test('answers a request whose body is still on its way', async () => {
    const service = await installed().start();
    const { asked } = await openIdle(service);
    const slow = await beginRequest(service, installed());
    const askedAt = performance.now();
    const stopped = service.stop();
    await askUntilStopping(service, asked);
    expect(await slow.finish()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/is);
    await stopped;
    await expectCleanEnd(service, askedAt);
  });

  test('ends a service that idle connections hang on, within seconds', async () => {
    const service = await installed().start();
    await Promise.all(Array.from({ length: 5 }, () => openIdle(service)));
    const silent = connect(service.port, '127.0.0.1');
    onTestFinished(() => void silent.destroy());
    const askedAt = performance.now();
    await service.stop('SIGINT');
    await expectCleanEnd(service, askedAt);
  });
});

/** Sends a vote but for the end of its body. */
async function beginRequest(service: ServiceProcess, installation: Installation) {
  const owner = await installation.createOwner();
  const body = JSON.stringify({ slug: owner.slug });
  const socket = connect(service.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /vote HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${owner.key}\r\nX-Forwarded-For: 45.1.2.3\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  return {
    finish(): Promise<string> {
      socket.write(body.slice(5));
      return readToEnd(socket);
    },
  };
}

async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}
