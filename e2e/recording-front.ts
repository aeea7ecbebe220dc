import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A proxy in front of a service, as operators have one, that keeps whatever it hands to browsers. */
export interface RecordingFront {
  readonly origin: string;
  /** Each answer so far: status, headers and body. */
  readonly answers: readonly { readonly status: number; readonly text: string }[];
  /** Where requests go from now on. */
  service: string;
  close(): Promise<void>;
}

/** @param visitor the address that it names as the one of every client. */
export async function startRecordingFront(visitor: string): Promise<RecordingFront> {
  const answers: { status: number; text: string }[] = [];
  const server = createServer((req, res) => {
    // What is not compressed can be searched.
    const headers = { ...req.headers, 'x-forwarded-for': visitor, 'accept-encoding': 'identity' };
    forward(front.service, req, headers)
      .then(async (answer) => {
        const body = await buffer(answer);
        const status = answer.statusCode ?? 0;
        answers.push({ status, text: `${req.url} ${JSON.stringify(answer.rawHeaders)} ${body.toString('latin1')}` });
        res.writeHead(status, answer.rawHeaders).end(body);
      })
      .catch((error) => giveUp(res, error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const front: RecordingFront = {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    answers,
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

function giveUp(res: ServerResponse, error: unknown): void {
  res.writeHead(502).end(String(error));
}
