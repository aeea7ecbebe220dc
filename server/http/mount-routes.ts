import type { RequestHandler, Router } from 'express';
import type { Endpoint } from '../../contract/endpoint.ts';
import { sendProblem } from './problem-response.ts';

/** An endpoint and what runs for it, in order. */
export type Route = readonly [Pick<Endpoint, 'method' | 'path'>, readonly RequestHandler[]];

/** Puts endpoints on a router. Any other method on one of their paths is answered 405 with the methods that are allowed. */
export function mountRoutes(router: Router, routes: readonly Route[]): Router {
  const methods = new Map<string, Set<string>>();
  for (const [endpoint, handlers] of routesInOrder(routes)) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const allowed = methods.get(path) ?? new Set<string>();
    methods.set(path, allowed);
    if (endpoint.method === 'POST') {
      router.post(path, ...handlers);
      allowed.add('POST');
    } else {
      router.get(path, ...handlers);
      allowed.add('GET').add('HEAD');
    }
  }
  for (const [path, allowed] of methods) router.all(path, refuseMethod([...allowed, 'OPTIONS'].join(', ')));
  return router;
}

/** The routes as they are tried: the first that matches takes the request. */
export function routesInOrder(routes: readonly Route[]): readonly Route[] {
  return [...withoutName(routes), ...routes];
}

/**
 * `/v1/teams/slug` is no team whose id is `slug`: where a path is another one's without its last parameter, the route of the
 * longer one takes it, and says that its parameter is missing.
 */
function withoutName(routes: readonly Route[]): readonly Route[] {
  const shapes = new Set(routes.map(([{ path }]) => path.replace(/\{\w+\}$/, '{}')));
  return routes.flatMap(([{ method, path }, handlers]): Route[] => {
    const [, parent, word] = /^(.*)\/(\w+)\/\{\w+\}$/.exec(path) ?? [];
    return shapes.has(`${parent}/{}`) ? [[{ method, path: `${parent}/${word}` }, handlers]] : [];
  });
}

function refuseMethod(allow: string): RequestHandler {
  return (req, res) => {
    res.setHeader('Allow', allow);
    if (req.method === 'OPTIONS') res.writeHead(204, { 'X-Request-Id': res.locals.state.requestId }).end();
    else sendProblem(res, 'method_not_allowed');
  };
}
