import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express, { type ErrorRequestHandler, type Response } from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../../contract/endpoint.ts';
import { listen } from './listen.ts';
import { createRequestStates } from './request-state.ts';
import { type Reply, serve } from './serve.ts';

const NOTHING = z.object({});
const endpoint = defineEndpoint({
  id: 'count',
  method: 'GET',
  path: '/count/{number}',
  key: 'none',
  tag: 'test',
  summary: 'A number',
  description: 'A number.',
  params: z.object({ number: z.coerce.number() }),
  query: NOTHING,
  headers: NOTHING,
  body: null as z.ZodObject | null,
  answer: z.object({ number: z.number().max(100) }),
  answerHeaders: [],
  errors: [],
});

interface Seen {
  readonly res: Response;
  /** Of the answers to the requests before it. */
  readonly sentBefore: readonly boolean[];
}

/** Sends requests for these numbers in one packet on one connection; answers what came back and what each handler saw. */
async function askInOneTurn(numbers: readonly number[], answer: (number: number) => Promise<number> | number) {
  const seen: Seen[] = [];
  const app = express();
  const stateOf = createRequestStates(Date.now);
  const sayFault: ErrorRequestHandler = (_error, _req, res, _next) => void res.status(500).end();
  app.get('/count/:number', (req, res, next) => {
    res.locals.state = stateOf(req);
    next();
  });
  app.get(
    '/count/:number',
    serve(endpoint, ({ params, req }): Promise<Reply<{ number: number }>> | Reply<{ number: number }> => {
      const { res } = req;
      if (res === undefined) throw new Error('a request without an answer');
      seen.push({ res, sentBefore: seen.map(({ res: before }) => before.headersSent) });
      const number = answer(params.number);
      return number instanceof Promise ? number.then((later) => ({ body: { number: later } })) : { body: { number } };
    }),
  );
  app.use(sayFault);
  const listener = await listen(app, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => listener.stop(0));
  const socket = connect(listener.port, '127.0.0.1');
  const requests = numbers.map((number, at) => {
    const last = at === numbers.length - 1 ? 'Connection: close\r\n' : '';
    return `GET /count/${number} HTTP/1.1\r\nHost: x\r\n${last}\r\n`;
  });
  socket.write(requests.join(''));
  const answers = (await text(socket)).match(/HTTP\/1\.1 \d+|\{"number":\d+\}/g) ?? [];
  return { answers, sentBefore: seen.map(({ sentBefore }) => sentBefore) };
}

const OK = 'HTTP/1.1 200';

test('answers that are known in the turn of their requests are sent when all of those were taken in', async () => {
  const { answers, sentBefore } = await askInOneTurn([1, 2, 3], (number) => number);
  expect(answers).toEqual([OK, '{"number":1}', OK, '{"number":2}', OK, '{"number":3}']);
  expect(sentBefore).toEqual([[], [false], [false, false]]);
});

test('one that cannot be sent keeps none of the others, and each stands in its place', async () => {
  const { answers } = await askInOneTurn([1, 1_000, 3], (number) => (number === 1 ? Promise.resolve(1) : number));
  expect(answers).toEqual([OK, '{"number":1}', 'HTTP/1.1 500', OK, '{"number":3}']);
});

test('what is made while a quota is asked is told after its answer, and a refusal comes before all else', async () => {
  const quotas: { allow(): void; refuse(error: Error): void }[] = [];
  const made: number[] = [];
  const app = express();
  app.get('/count/:number', (req, res, next) => {
    res.locals.state = createRequestStates(Date.now)(req);
    res.locals.state.admission = new Promise((allow, refuse) => quotas.push({ allow, refuse }));
    next();
  });
  app.get(
    '/count/:number',
    serve(endpoint, ({ params: { number } }) => {
      made.push(number);
      if (number === 3) throw new Error('broken');
      if (number === 4) return Promise.reject(new Error('broken later'));
      return { body: { number } };
    }),
  );
  const sayFault: ErrorRequestHandler = (error, _req, res, _next) => void res.status(500).end(error.message);
  app.use(sayFault);
  const listener = await listen(app, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => listener.stop(0));
  const answers: string[] = [];
  const asked = [1, 2, 3, 4, 3].map(async (number) => {
    const answer = await fetch(`http://127.0.0.1:${listener.port}/count/${number}`);
    answers.push(await answer.text());
  });
  await vi.waitFor(() => expect([...made].sort()).toEqual([1, 2, 3, 3, 4]));
  expect(answers).toEqual([]);
  for (const [at, { allow, refuse }] of quotas.entries()) {
    if (at === made.indexOf(1) || at === made.lastIndexOf(3)) allow();
    else refuse(new Error('refused'));
  }
  await Promise.all(asked);
  expect(answers.sort()).toEqual(['broken', 'refused', 'refused', 'refused', '{"number":1}']);
});
