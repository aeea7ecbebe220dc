import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { ApiError } from '../errors.ts';

/** Largest body that is read, in bytes. */
const MAX_BODY_BYTES = 4096;
/** Most that is thrown away so that a client which sent too much can still read the answer. */
const MAX_DRAINED_BYTES = 1_048_576;

const UTF_8 = /^utf-?8$/i;
const EMPTY = Buffer.alloc(0);
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a small JSON body: its exact bytes and its value, an object.
 *
 * A request without body and media type counts as `{}`, so that the answer can name what is missing.
 * @throws ApiError 415, 413, or 400 with the place of the fault.
 */
export async function readJsonBody(req: IncomingMessage): Promise<{ raw: Buffer; value: unknown }> {
  const { headers } = req;
  const length = Number(headers['content-length'] ?? 0);
  const hasBody = length > 0 || headers['transfer-encoding'] !== undefined;
  if (!hasBody && headers['content-type'] === undefined) return { raw: EMPTY, value: {} };
  checkMediaType(headers['content-type'], headers['content-encoding']);
  if (!hasBody) return { raw: EMPTY, value: {} };
  if (length > MAX_BODY_BYTES) throw new ApiError('payload_too_large');
  // An app that mounts the proxy may have a body parser of its own before it, which leaves nothing to read.
  if (req.readableEnded) return { raw: EMPTY, value: takeParsed(Reflect.get(req, 'body')) };
  const raw = await readBytes(req);
  return { raw, value: raw.length === 0 ? {} : parseObject(raw) };
}

function checkMediaType(type: string | undefined, encoding: string | undefined): void {
  const plain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (!plain || type === undefined || !isJson(type)) throw new ApiError('unsupported_media_type');
}

/** JSON in UTF-8; parameters other than the charset change nothing about how it is read. */
function isJson(type: string): boolean {
  if (type === 'application/json') return true;
  let parsed: MIMEType;
  try {
    parsed = new MIMEType(type);
  } catch {
    // What is no media type is not one that is read.
    return false;
  }
  return parsed.essence === 'application/json' && UTF_8.test(parsed.params.get('charset') ?? 'utf-8');
}

/** Reads a small body. @throws ApiError 413 when it is not small. */
export function readBytes(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else reject(new ApiError('payload_too_large'));
      if (size > MAX_DRAINED_BYTES) req.destroy();
    });
    req.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks)));
    req.on('error', (cause) => reject(new ApiError('invalid_request', { detail: 'The body ended early.', cause })));
  });
}

function parseObject(raw: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(raw));
  } catch (cause) {
    throw bodyFault('The body is not valid JSON in UTF-8.', cause);
  }
  return requireObject(value);
}

/** What a parser of the app has made of the body: an object, or text or bytes that are still to be read. */
function takeParsed(body: unknown): object {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return Buffer.isBuffer(bytes) ? parseObject(bytes) : requireObject(bytes);
}

function requireObject(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw bodyFault('The body must be a JSON object.');
}

function bodyFault(detail: string, cause?: unknown): ApiError {
  return new ApiError('invalid_request', { detail, errors: [{ pointer: '', detail }], cause });
}
