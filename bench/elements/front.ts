import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';

/** What stands before a service in production: it passes everything on, and says from where a visitor comes. */
export interface Front {
  readonly url: string;
  /** From now on visitors come from this address. */
  visitor: string;
  close(): Promise<void>;
}

/** Starts a reverse proxy. A header of the browser's own would make it ask for leave first, which no visitor's does. */
export async function startFront(service: string): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': front.visitor };
    const passed = request(service + (incoming.url ?? ''), { method: incoming.method ?? 'GET', headers, agent });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('This machine gave no port.');
  const front: Front = {
    url: `http://127.0.0.1:${address.port}`,
    visitor: '127.0.0.1',
    async close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
  return front;
}
