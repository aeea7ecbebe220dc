import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { CARD, RESOURCES_SCRIPT } from './resource-page.ts';
import { expect, test } from './widget-page.ts';

/** What the service said to one request for content. */
interface Seen {
  readonly status: number;
  readonly ifNoneMatch: string | undefined;
  readonly bytes: number;
}

/** The service behind a proxy that writes down what it says; Playwright's own routes would switch the browser's cache off. */
async function startWatch(service: string, body: string) {
  const seen: Seen[] = [];
  const server = createServer((req, res) => {
    if (req.url === '/host') {
      res.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Host</title>${RESOURCES_SCRIPT}${body}`);
      return;
    }
    const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = req.headers;
    const headers = Object.fromEntries(
      Object.entries({ 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch }).filter(([, value]) => value),
    );
    request(`${service}${req.url}`, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => {
        if (req.url?.includes('/v1/resources')) seen.push({ status: answer.statusCode ?? 0, ifNoneMatch, bytes });
      });
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  return {
    seen,
    address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/host`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a reload within a minute asks nothing, and a refresh costs a 304 without a body', async ({
  page,
  product,
  site,
}) => {
  const watch = await startWatch(product.address, CARD.replaceAll('{site}', site));
  const card = page.locator('resource-card');
  await page.goto(watch.address);
  await expect(card).toHaveJSProperty('state', 'ready');
  expect(watch.seen).toMatchObject([{ status: 200, ifNoneMatch: undefined }]);
  await page.reload();
  await expect(card).toHaveJSProperty('state', 'ready');
  expect(watch.seen).toHaveLength(1);
  await card.evaluate((node) => Reflect.get(node, 'refresh').call(node));
  await expect(card).toHaveJSProperty('state', 'ready');
  await expect.poll(() => watch.seen.length).toBe(2);
  expect(watch.seen[1]).toMatchObject({ status: 304, bytes: 0 });
  expect(watch.seen[1]?.ifNoneMatch).toBeTruthy();
  watch.stop();
});
