import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * The floor of GET /v1/resources: node:http that answers the bytes of a file from memory and looks at nothing.
 *
 * Usage: same-bytes.js FILE
 */
const bytes = readFileSync(process.argv[2] ?? '');
const server = createServer((_req, res) => {
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    ETag: '"q8Vt0w"',
    'Cache-Control': 'private, max-age=60',
  });
  res.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.once('disconnect', () => process.exit());
