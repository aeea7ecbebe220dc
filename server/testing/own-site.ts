import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type RequestHandler } from 'express';
import { createSiteProxy } from '../proxy.ts';
import { type Answer, type AskOptions, send } from './api-client.ts';
import { randomIp } from './tenant.ts';

/** A website of a test that has its own proxy. */
export interface OwnSite {
  readonly url: string;
  readonly faults: string[];
  ask(path: string, options?: AskOptions & { ip?: string }): Promise<Answer>;
  close(): Promise<void>;
}

export interface OwnSiteSetting {
  readonly upstream: string;
  readonly voteKey: string;
  readonly userKey?: string;
  readonly origins?: readonly string[];
  readonly trustProxy?: string;
  /** What the app does before the proxy, such as reading bodies. */
  readonly before?: readonly RequestHandler[];
  readonly nowMs: () => number;
}

/** A website's own Express app with the proxy in it. */
export async function startOwnSite({ before = [], ...setting }: OwnSiteSetting): Promise<OwnSite> {
  const faults: string[] = [];
  const app = express();
  for (const handler of before) app.use(handler);
  app.use(
    '/server-vote',
    createSiteProxy({ trustProxy: 'loopback', onFault: (line) => faults.push(line), ...setting }),
  );
  app.get('/', (_req, res) => void res.send('the website'));
  const server: Server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    url,
    faults,
    ask: (path, { ip = randomIp(), headers, ...rest } = {}) =>
      send(`${url}/server-vote${path}`, { ...rest, headers: { Origin: url, 'X-Forwarded-For': ip, ...headers } }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
