import { LRUCache } from 'lru-cache';
import type { ContentAnswer, ContentWish } from '../content/content-answers.ts';
import { ApiError } from '../errors.ts';
import { Underway } from '../underway.ts';
import type { ContentQuestion, SiteGateway } from './gateway.ts';
import { askUpstream, refusalOf, type Upstream, type UpstreamAnswer } from './upstream.ts';

export interface RemoteContentOptions extends Upstream {
  /** A user key; `null`: no content is served. */
  readonly userKey: string | null;
  readonly nowMs: () => number;
}

interface Kept {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly version: string;
  readonly link: string | null;
  readonly askedAtMs: number;
}

/** As long as the service says that an answer may be used. */
const FRESH_MS = 60_000;
/** While the service is away, what it said last is better than nothing. */
const STALE_MS = 600_000;
const MOST_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 500;

/**
 * Content over HTTP, kept for its max-age: a busy page asks the service once a minute for each record, however many
 * visitors it has.
 */
export function createRemoteContent(options: RemoteContentOptions): SiteGateway['getContent'] {
  const kept = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }, url) => bytes.length + 2 * url.length + ENTRY_BYTES,
  });
  const underway = new Underway<Kept>();

  function find(url: string, userKey: string): Promise<Kept> | Kept {
    const known = kept.get(url);
    if (known !== undefined && options.nowMs() - known.askedAtMs < FRESH_MS) return known;
    return underway.get(url) ?? underway.add(url, renew(options, { url, userKey, known }));
  }

  return async (question, wish) => {
    const { userKey } = options;
    if (userKey === null)
      throw new ApiError('not_found', { detail: 'This proxy shows no content: it has no user key.' });
    const url = urlOf(question);
    const found = await find(url, userKey);
    kept.set(url, found);
    return answerOf(found, wish, url);
  };
}

async function renew(
  options: RemoteContentOptions,
  { url, userKey, known }: { readonly url: string; readonly userKey: string; readonly known: Kept | undefined },
): Promise<Kept> {
  const headers = {
    'X-API-KEY': userKey,
    'Accept-Encoding': 'identity',
    ...(known === undefined ? {} : { 'If-None-Match': known.etag }),
  };
  const askedAtMs = options.nowMs();
  const isUsable = known !== undefined && askedAtMs - known.askedAtMs < STALE_MS;
  let answer: UpstreamAnswer;
  try {
    answer = await askUpstream(options, url, { method: 'GET', headers });
  } catch (error) {
    if (isUsable) return known;
    throw error;
  }
  if (answer.status === 304 && known !== undefined) return { ...known, askedAtMs };
  if (answer.status >= 500 && isUsable) return known;
  if (answer.status !== 200) throw refusalOf(options, answer);
  return {
    bytes: answer.bytes,
    etag: answer.headers.get('etag') ?? '',
    version: answer.headers.get('content-version') ?? '',
    link: answer.headers.get('link'),
    askedAtMs,
  };
}

function answerOf({ bytes, etag, version, link }: Kept, wish: ContentWish, url: string): ContentAnswer {
  const known = ['ETag', etag, 'Content-Version', version];
  // The service names its own addresses; the page has to follow those of this proxy.
  if (link !== null) known.push('Link', link.replaceAll(`<${pathOf(url)}?`, `<${wish.pathname}?`));
  if (wish.ifNoneMatch?.split(',').some((tag) => tag.trim() === etag))
    return { status: 304, headers: known, bytes: null };
  const type = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes.length)];
  return { status: 200, headers: [...known, ...type], bytes };
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

/** Only what the question holds travels on, written anew. */
function urlOf(question: ContentQuestion): string {
  switch (question.of) {
    case 'resources': {
      const { gameSlug, categorySlug } = question.filter;
      const { page, limit } = question.at;
      return withQuery('/v1/resources', { page: String(page), limit: String(limit), gameSlug, categorySlug });
    }
    case 'resource':
      return `/v1/resources/${encodeURIComponent(question.id)}`;
    case 'resourceBySlug':
      return withQuery(`/v1/resources/slug/${encodeURIComponent(question.slug)}`, { gameSlug: question.gameSlug });
    case 'categories':
      return withQuery('/v1/categories', { gameSlug: question.gameSlug });
  }
}

function withQuery(path: string, members: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}
