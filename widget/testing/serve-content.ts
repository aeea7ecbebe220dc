import type { Resource } from '../../contract/types.ts';
import { refuse, type ServedRefusal, takeNetwork } from './take-network.ts';

/** A site's content routes for tests of cards and lists: counts what it is asked, and can be told to refuse. */
export interface ServedContent {
  /** To be given to the element. */
  readonly endpoint: string;
  /** Path and query of each request, and how the browser's cache was to be used. */
  readonly requests: { readonly path: string; readonly cache: RequestCache | undefined }[];
  readonly resources: Resource[];
  /** Answers the next requests with these, in order. */
  readonly refusals: ServedRefusal[];
  stop(): void;
}

let sites = 0;

/** Takes the place of the network for one endpoint. */
export function serveContent(resources: Resource[] = []): ServedContent {
  sites += 1;
  const endpoint = `/content-${sites}`;
  const stop = takeNetwork(endpoint, (url, init) => {
    content.requests.push({ path: `${url.pathname.slice(endpoint.length)}${url.search}`, cache: init.cache });
    const refusal = content.refusals.shift();
    return refusal ? refuse(refusal) : answer(content.resources, url);
  });
  const content: ServedContent = { endpoint, requests: [], resources, refusals: [], stop };
  return content;
}

function answer(resources: readonly Resource[], { pathname, searchParams }: URL): Response {
  const [, kind] = pathname.split('/v1/resources');
  if (kind === '') return answerPage(resources, searchParams);
  const name = decodeURIComponent(kind?.split('/').at(-1) ?? '');
  const game = searchParams.get('gameSlug');
  const found = resources.find(
    ({ id, slug, game: own }) => (id === name || slug === name) && (game === null || own?.slug === game),
  );
  return found
    ? Response.json(found)
    : Response.json({ status: 404, code: 'resource_not_found', detail: 'There is no such resource.' }, { status: 404 });
}

function answerPage(resources: readonly Resource[], query: URLSearchParams): Response {
  const wanted = (name: string) => query.get(`${name}Slug`);
  const rows = resources.filter(
    ({ game, category }) =>
      (!wanted('game') || game?.slug === wanted('game')) &&
      (!wanted('category') || category?.slug === wanted('category')),
  );
  const page = Number(query.get('page') ?? 1);
  const limit = Number(query.get('limit') ?? 20);
  const total = rows.length;
  return Response.json({
    resources: rows.slice((page - 1) * limit, page * limit),
    total,
    page,
    limit,
    totalPages: Math.ceil(total / limit),
  });
}

/** A resource with everything in it; an own id and slug each time. */
export function newResource(own: Partial<Resource> = {}): Resource {
  const id = crypto.randomUUID();
  return {
    id,
    title: 'Lantern Weather',
    slug: `resource-${id}`,
    description: 'The harbour tells you what the sea will do.',
    summary: 'Storms that can be seen coming.',
    version: '2.4.1',
    filename: 'lantern-weather.zip',
    filepath: 'lantern-weather.zip',
    filesize: '1841203',
    mimetype: 'application/zip',
    tags: ['weather', 'light'],
    coverImageUrl: PICTURE,
    downloads: 48_213,
    views: 0,
    likesCount: 1904,
    commentsCount: 0,
    featured: true,
    user: { id, username: 'mirelle', displayName: 'Mirelle', avatar: '', verified: true },
    team: { id, name: 'Nightjar Works', avatar: '', isVerified: false },
    game: { id, name: 'Hollow Tide', slug: 'hollow-tide', gameIcon: '' },
    category: { id, name: 'Weather', slug: 'weather' },
    images: [],
    createdAt: '2026-01-02T00:00:00.000Z',
    updatedAt: '2026-03-04T00:00:00.000Z',
    ...own,
  };
}

/** An address that is one of the web, and leads nowhere. */
const PICTURE = '/no-such-picture.svg';
