import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';

export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** The website that embeds elements: an origin of its own, as the websites of our users are. */
export interface PageServer {
  readonly origin: string;
  /** Serves a file from now on, compressed. @returns its address */
  add(file: PageFile): string;
  close(): Promise<void>;
}

/** What applause-button asks its service for. */
const CLAPS = /^\/(get|update)-claps\b/;

export async function startPageServer(): Promise<PageServer> {
  const files = new Map<string, { readonly type: string; readonly bytes: Buffer }>();
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const file = files.get(url);
    if (file) send(response, file);
    else if (CLAPS.test(url)) response.writeHead(200, { 'content-type': 'text/plain' }).end('4821');
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('This machine gave no port.');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    add({ path, type, text }) {
      files.set(path, { type, bytes: compress(text) });
      return origin + path;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** As small as it gets, which is how our own files travel. */
export function compress(text: string): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
}

function send(response: ServerResponse, { type, bytes }: { readonly type: string; readonly bytes: Buffer }): void {
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'content-encoding': 'br',
    'content-length': bytes.length,
    'cache-control': 'no-store',
  });
  response.end(bytes);
}
