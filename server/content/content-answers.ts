import { hash as hashOf } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ApiError } from '../errors.ts';
import { isKnownTag } from '../etag.ts';
import { mapSoon, type Soon } from '../soon.ts';
import type { ContentStore } from '../store/content-store.ts';
import { StoreUnavailableError } from '../store/store-errors.ts';
import { Underway } from '../underway.ts';
import { createAnswerMemory } from './answer-memory.ts';
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

/** Names and values of headers in turn, as `writeHead` takes them: merging objects would cost more than all the rest. */
export type FlatHeaders = readonly string[];

/** A finished answer. Limits are told by whoever sends it. */
export interface ContentAnswer {
  readonly status: 200 | 304;
  readonly headers: FlatHeaders;
  /** `null` with 304. */
  readonly bytes: Buffer | null;
}

export interface ContentAnswers {
  /**
   * The answer itself where memory has it, else the promise of it.
   *
   * @throws ApiError where there is no such record, StoreUnavailableError where neither store nor memory can answer.
   */
  answer(query: ContentQuery, wish: ContentWish): Soon<ContentAnswer>;
}

/** The bytes of an answer in one encoding. */
interface Representation {
  readonly version: number;
  readonly encoding: Encoding;
  readonly bytes: Buffer;
  readonly hash: string;
  readonly links: readonly PageLink[];
  /** Headers for the path that asked last; the paths of one answer are few. */
  headers: RepresentationHeaders | null;
}

interface RepresentationHeaders {
  readonly pathname: string;
  readonly etag: string;
  readonly fresh: FlatHeaders;
  /** Those of a 304. */
  readonly known: FlatHeaders;
}

const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;
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
  const memory = createAnswerMemory<Representation>(cacheBytes);
  const underway = new Underway<Representation>();
  let knownVersion = 0;

  /** Learns the version of now; that of before is gone on with while the store is away. */
  function lookForVersion(): Promise<void> | null {
    try {
      const version = content.readVersion();
      if (typeof version !== 'number') return version.then(noteVersion, goOnWithoutStore);
      noteVersion(version);
    } catch (error) {
      goOnWithoutStore(error);
    }
    return null;
  }

  /** What is kept of another version is of no use to anybody any more. */
  function noteVersion(version: number): void {
    if (version === knownVersion) return;
    knownVersion = version;
    memory.clear();
  }

  function represent(query: ContentQuery, encoding: Encoding): Soon<Representation> {
    const kept = memory.get(`${encoding} ${query.key}`);
    if (kept !== undefined) return kept;
    // Whoever knows of an import is not given what was begun before it.
    const key = `${knownVersion} ${encoding} ${query.key}`;
    const begun = underway.get(key);
    if (begun !== undefined) return begun;
    const made = make(query, encoding);
    return made instanceof Promise ? underway.add(key, made) : made;
  }

  function make(query: ContentQuery, encoding: Encoding): Soon<Representation> {
    const keepIt = (made: Representation) => keep(query, made, encoding);
    if (encoding === 'identity') return mapSoon(readPlain(query), keepIt);
    return mapSoon(represent(query, 'identity'), (plain) => mapSoon(compress(plain, encoding), keepIt));
  }

  function keep(query: ContentQuery, made: Representation, encoding: Encoding): Representation {
    if (made.version > knownVersion) noteVersion(made.version);
    const key = `${encoding} ${query.key}`;
    // What was read before an import, and took until after it, is for those alone who asked then.
    if (made.version !== knownVersion) return made;
    if (query.notFound === null) memory.keep(key, made);
    else memory.keepOneOfMany(key, made);
    return made;
  }

  function readPlain(query: ContentQuery): Soon<Representation> {
    return mapSoon(query.read(content), ({ version, json, links }) => {
      if (json === null) throw new ApiError(query.notFound ?? 'not_found');
      const bytes = Buffer.from(json);
      const hash = hashOf('sha256', bytes, 'base64url').slice(0, 22);
      return { version, encoding: 'identity', bytes, hash, links, headers: null };
    });
  }

  return {
    answer(query, wish) {
      const looking = lookForVersion();
      const encoding = chooseEncoding(wish.acceptEncoding);
      const represented =
        looking === null ? represent(query, encoding) : looking.then(() => represent(query, encoding));
      return mapSoon(represented, (made) => answerOf(made, wish));
    },
  };
}

function goOnWithoutStore(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}

function compress(plain: Representation, encoding: 'br' | 'gzip'): Soon<Representation> {
  if (plain.bytes.length < SMALLEST_COMPRESSED_BYTES) return plain;
  const compressing = encoding === 'br' ? toBrotli(plain.bytes) : gzipBytes(plain.bytes);
  return compressing.then((bytes) => ({ ...plain, encoding, bytes, headers: null }));
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
  if (made.headers?.pathname !== wish.pathname) made.headers = headersOf(made, wish.pathname);
  const { etag, fresh, known } = made.headers;
  if (wish.ifNoneMatch !== undefined && isKnownTag(wish.ifNoneMatch, etag))
    return { status: 304, headers: known, bytes: null };
  return { status: 200, headers: fresh, bytes: made.bytes };
}

function headersOf(made: Representation, pathname: string): RepresentationHeaders {
  const etag = `"${made.hash}${SUFFIXES[made.encoding]}"`;
  const known = ['ETag', etag, 'Content-Version', String(made.version)];
  const links = writeLinks(pathname, made.links);
  if (links !== '') known.push('Link', links);
  const fresh = [
    ...known,
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(made.bytes.length),
  ];
  if (made.encoding !== 'identity') fresh.push('Content-Encoding', made.encoding);
  return { pathname, etag, fresh, known };
}
