import { createServer, type IncomingMessage } from 'node:http';

export interface SmallAnswer {
  readonly status: number;
  readonly body: string;
}

/** What a floor does between body and answer. The body of a GET is `null`. */
export type Answer = (req: IncomingMessage, body: unknown) => Promise<SmallAnswer> | SmallAnswer;

/**
 * A bare node:http server on a free port of this machine: reads a small JSON body, answers small JSON, and nothing else.
 * Tells its port to the process that started it, and ends with it.
 */
export function serveSmallJson(answer: Answer): void {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const [only] = chunks;
      const raw = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
      respond(req, raw.length === 0 ? null : JSON.parse(raw.toString())).then(
        ({ status, body }) => {
          res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
          res.end(body);
        },
        (error) => {
          console.error(error);
          res.writeHead(500).end();
        },
      );
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
  process.once('disconnect', () => process.exit());

  async function respond(req: IncomingMessage, body: unknown): Promise<SmallAnswer> {
    return answer(req, body);
  }
}
