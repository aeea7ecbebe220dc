import { once } from 'node:events';
import { createServer } from 'node:http';

/** A website of somebody else, on an origin of its own. */
export interface Website {
  readonly address: string;
  stop(): void;
}

/** Serves one page at every address. */
export async function startWebsite(
  html: () => string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Website> {
  const server = createServer((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(html());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  return {
    address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
