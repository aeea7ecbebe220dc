import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** A proxy in front of a service, as operators have one. */
export interface Front {
  readonly origin: string;
  /** Where requests go from now on. */
  service: string;
  close(): Promise<void>;
}

/**
 * @param headers what it adds to each request. What is not compressed can be searched, and cut.
 * @param pass what it does with an answer of the service.
 */
export async function startFront(
  headers: IncomingHttpHeaders,
  pass: (answer: IncomingMessage, res: ServerResponse, req: IncomingMessage) => Promise<void>,
): Promise<Front> {
  const server = createServer((req, res) => {
    forward(front.service, req, { ...req.headers, 'accept-encoding': 'identity', ...headers })
      .then((answer) => pass(answer, res, req))
      .catch((error) => (res.headersSent ? res.destroy() : res.writeHead(502).end(String(error))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const front: Front = {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    service: '',
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return front;
}

async function forward(service: string, req: IncomingMessage, headers: IncomingHttpHeaders): Promise<IncomingMessage> {
  const { method } = req;
  const outgoing = request(`${service}${req.url}`, { method, headers });
  req.pipe(outgoing);
  const [answer] = await once(outgoing, 'response');
  return answer;
}
