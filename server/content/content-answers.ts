import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import type { ContentStore } from '../store/content-store.ts';
import { StoreUnavailableError } from '../store/store-errors.ts';
import { chooseEncoding, type Encoding } from './choose-encoding.ts';
import type { ContentQuery } from './content-query.ts';
import { type PageLink, writeLinks } from './page.ts';

/** What a client says of the answer it wants. */
export interface ContentWish {
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** Path of the request, for the Link header. */
  readonly pathname: string;
}

/** A finished answer. Caching rules and limits are added by whoever sends it. */
export interface ContentAnswer {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  /** `null` with 304. */
  readonly bytes: Buffer | null;
}

export interface ContentAnswers {
  /**
   * @throws ApiError where there is no such record, StoreUnavailableError where neither store nor memory can answer.
   */
  answer(query: ContentQuery, wish: ContentWish): Promise<ContentAnswer>;
}

/** The bytes of an answer in one encoding. */
interface Representation {
  readonly version: number;
  readonly encoding: Encoding;
  readonly bytes: Buffer;
  readonly etag: string;
  readonly links: readonly PageLink[];
}

const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;
/** What an entry takes beside its bytes and its key, roughly. */
const ENTRY_BYTES = 400;
/** Smaller answers fit into one packet either way. */
const SMALLEST_COMPRESSED_BYTES = 1_024;
/** Quick enough to be done while a client waits, and near what the highest quality gives. */
const BROTLI_QUALITY = 5;

const gzipBytes = promisify(gzip);
const brotliBytes = promisify(brotliCompress);

const SUFFIXES = { identity: '', gzip: '-gz', br: '-br' } as const;

/**
 * Answers from memory: finished bytes, kept for as long as the content has their version. When the store cannot be
 * reached, what memory has of the last known version goes on being served.
 */
export function createContentAnswers(content: ContentStore, cacheBytes = DEFAULT_CACHE_BYTES): ContentAnswers {
  const cache = new LRUCache<string, Representation>({
    maxSize: cacheBytes,
    sizeCalculation: (kept, key) => kept.bytes.length + 2 * key.length + ENTRY_BYTES,
  });
  const underway = new Map<string, Promise<Representation>>();
  let knownVersion = 0;

  async function currentVersion(): Promise<number> {
    try {
      noteVersion(await content.readVersion());
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
    return knownVersion;
  }

  /** What is kept of another version is of no use to anybody any more. */
  function noteVersion(version: number): void {
    if (version === knownVersion) return;
    knownVersion = version;
    cache.clear();
  }

  function represent(query: ContentQuery, encoding: Encoding): Promise<Representation> | Representation {
    const kept = cache.get(`${encoding} ${query.key}`);
    if (kept !== undefined) return kept;
    // Whoever knows of an import is not given what was begun before it.
    const key = `${knownVersion} ${encoding} ${query.key}`;
    const begun = underway.get(key);
    if (begun !== undefined) return begun;
    const making = make(query, encoding).finally(() => underway.delete(key));
    underway.set(key, making);
    return making;
  }

  async function make(query: ContentQuery, encoding: Encoding): Promise<Representation> {
    const made =
      encoding === 'identity' ? await readPlain(query) : await compress(await represent(query, 'identity'), encoding);
    noteVersion(made.version);
    cache.set(`${encoding} ${query.key}`, made);
    return made;
  }

  async function readPlain(query: ContentQuery): Promise<Representation> {
    const { version, json, links } = await query.read(content);
    if (json === null) throw new ApiError(query.notFound ?? 'not_found');
    const bytes = Buffer.from(json);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    return { version, encoding: 'identity', bytes, etag: hash, links };
  }

  return {
    async answer(query, wish) {
      await currentVersion();
      const made = await represent(query, chooseEncoding(wish.acceptEncoding));
      return answerOf(made, wish);
    },
  };
}

async function compress(plain: Representation, encoding: 'br' | 'gzip'): Promise<Representation> {
  if (plain.bytes.length < SMALLEST_COMPRESSED_BYTES) return plain;
  const bytes = await (encoding === 'br' ? toBrotli(plain.bytes) : gzipBytes(plain.bytes));
  return { ...plain, encoding, bytes };
}

function toBrotli(bytes: Buffer): Promise<Buffer> {
  return brotliBytes(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

function answerOf(made: Representation, wish: ContentWish): ContentAnswer {
  const etag = `"${made.etag}${SUFFIXES[made.encoding]}"`;
  const headers: Record<string, string> = { ETag: etag, 'Content-Version': String(made.version) };
  if (made.links.length > 0) headers.Link = writeLinks(wish.pathname, made.links);
  if (isKnown(wish.ifNoneMatch, etag)) return { status: 304, headers, bytes: null };
  headers['Content-Type'] = 'application/json; charset=utf-8';
  headers['Content-Length'] = String(made.bytes.length);
  if (made.encoding !== 'identity') headers['Content-Encoding'] = made.encoding;
  return { status: 200, headers, bytes: made.bytes };
}

/** Does the client have these bytes? Compared weakly, for proxies on the way may have weakened what they passed on. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((text) => {
    const tag = text.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}
