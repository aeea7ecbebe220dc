import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { isKnownTag } from '../etag.ts';

interface Variant {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** A file in memory, plain and compressed, with a strong ETag for each. */
export interface StaticFile {
  readonly type: string;
  readonly plain: Variant;
  readonly brotli: Variant;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ndjson': 'application/x-ndjson; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/**
 * Reads a file and its compressed neighbour `<path>.br`, which the build makes.
 * @throws Error that names the cure, when the file is not there.
 */
export function readStaticFile(path: string): StaticFile {
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`${path} has no known media type.`);
  if (!existsSync(path)) throw new Error(`${path} is missing; \`npm run build\` makes it.`);
  return toStaticFile(type, readFileSync(path), existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : null);
}

/** Reads every file of a folder, however deep. @returns each with its path inside, parted by slashes. */
export function readFolder(folder: string): [path: string, file: StaticFile][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path).split(sep).join('/'), readStaticFile(path)]);
}

/** An HTML page as a file. */
export function pageFile(html: string): StaticFile {
  return toStaticFile('text/html; charset=utf-8', Buffer.from(html), null);
}

/** A JSON document as a file. */
export function jsonFile(value: unknown): StaticFile {
  return toStaticFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(value)), null);
}

/**
 * Answers with a file. A client that has it already is told so; unless `caching` says otherwise it asks each time, so
 * that an upgrade shows at once.
 */
export function sendFile(file: StaticFile, caching = 'public, no-cache'): RequestHandler {
  return (req, res) => {
    const isBrotli = req.acceptsEncodings('br', 'identity') === 'br';
    const { bytes, etag } = isBrotli ? file.brotli : file.plain;
    res.setHeader('Content-Type', file.type);
    res.setHeader('Cache-Control', caching);
    res.setHeader('Vary', 'Accept-Encoding');
    res.setHeader('ETag', etag);
    if (isKnownTag(req.get('if-none-match') ?? '', etag)) {
      res.writeHead(304).end();
      return;
    }
    if (isBrotli) res.setHeader('Content-Encoding', 'br');
    res.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
  };
}

function toStaticFile(type: string, plain: Buffer, compressed: Buffer | null): StaticFile {
  return { type, plain: toVariant(plain), brotli: toVariant(compressed ?? brotliCompressSync(plain)) };
}

function toVariant(bytes: Buffer): Variant {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}
