import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withDirectRoutes } from './direct-routes.ts';
import { type Listener, listen } from './listen.ts';
import type { Route } from './mount-routes.ts';

const passOnLater: RequestHandler = (_req, _res, next) => void Promise.resolve().then(() => next());
const answer =
  (text: string): RequestHandler =>
  (_req, res) =>
    void res.end(text);
const fail: RequestHandler = () => {
  throw new Error('on purpose');
};
const sayFault: ErrorRequestHandler = (error, _req, res, _next) => void res.status(500).end(String(error));

/** An app whose router says so where it was asked. */
async function serveRoutes(routes: readonly Route[]) {
  const router = Router();
  router.use(answer('router'));
  const app = express();
  app.use(withDirectRoutes(router, routes));
  app.use(answer('passed on'));
  app.use(sayFault);
  const listener: Listener = await listen(app, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => listener.stop(0));
  return async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${listener.port}${path}`, { method });
    return response.text();
  };
}

describe('paths without parameters', () => {
  it('are answered by their handlers in turn, without asking the router, whatever their query', async () => {
    const send = await serveRoutes([[{ method: 'GET', path: '/a' }, [passOnLater, passOnLater, answer('a')]]]);
    expect(await send('/a?b=/c')).toBe('a');
  });

  it('are told apart by their method, and one that is not allowed is for the router', async () => {
    const send = await serveRoutes([
      [{ method: 'GET', path: '/a' }, [answer('got')]],
      [{ method: 'POST', path: '/a' }, [answer('posted')]],
    ]);
    expect([await send('/a'), await send('/a', 'POST'), await send('/a', 'OPTIONS')]).toEqual([
      'got',
      'posted',
      'router',
    ]);
  });

  it.each([['/a/'], ['/a/b'], ['/a/%61']])('leave %s to the router', async (path) => {
    const send = await serveRoutes([[{ method: 'GET', path: '/a' }, [answer('a')]]]);
    expect(await send(path)).toBe('router');
  });

  it.each([['/'], ['/A'], ['/b'], ['/%61'], ['/ab/a']])(
    'leave %s, which begins otherwise, to whoever comes next',
    async (path) => {
      const send = await serveRoutes([[{ method: 'GET', path: '/a' }, [answer('a')]]]);
      expect(await send(path)).toBe('passed on');
    },
  );

  it.each([
    ['the first handler', [fail]],
    ['one that runs later', [passOnLater, fail]],
  ])('hand what %s throws to whoever answers errors', async (_which, handlers) => {
    const send = await serveRoutes([[{ method: 'GET', path: '/a' }, handlers]]);
    expect(await send('/a')).toBe('Error: on purpose');
  });
});

describe('paths with parameters', () => {
  const sayParams: RequestHandler = (req, res) => void res.end(JSON.stringify(req.params));

  it('are answered with what stands in their places', async () => {
    const send = await serveRoutes([[{ method: 'GET', path: '/a/{one}/b/{two}' }, [passOnLater, sayParams]]]);
    expect(await send('/a/x/b/y.z?q=1')).toBe('{"one":"x","two":"y.z"}');
  });

  it('are tried in the order of the routes, and a name that is missing is for the longer one', async () => {
    const send = await serveRoutes([
      [{ method: 'GET', path: '/a/{id}' }, [answer('by id')]],
      [{ method: 'GET', path: '/a/slug/{slug}' }, [answer('by slug')]],
    ]);
    expect([await send('/a/1'), await send('/a/slug/1'), await send('/a/slug')]).toEqual([
      'by id',
      'by slug',
      'by slug',
    ]);
  });

  it.each([['/a/'], ['/a//c'], ['/a/b%20c/c'], ['/a/b/C'], ['/a/b/c/'], ['/a/b/c/d'], ['/a/b/cd']])(
    'leave %s to the router',
    async (path) => {
      const send = await serveRoutes([[{ method: 'GET', path: '/a/{id}/c' }, [sayParams]]]);
      expect(await send(path)).toBe('router');
    },
  );

  it.each([['/a/bcd'], ['/a/bcd/e'], ['/a/b']])('do not take %s, whose word only begins like theirs', async (path) => {
    const send = await serveRoutes([[{ method: 'GET', path: '/a/b/{id}' }, [sayParams]]]);
    expect(await send(path)).toBe('router');
  });
});
