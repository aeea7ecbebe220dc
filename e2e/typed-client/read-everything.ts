import createClient from 'openapi-fetch';
import type { components, paths } from './generated/schema.d.ts';

type Schemas = components['schemas'];

/** What an answer may be to be read: data, or a problem that is told. */
interface Read<T> {
  readonly data?: T;
  readonly error?: Schemas['Problem'];
  readonly response: Response;
}

/** Reads every route of the content interface of the service at argv[2], and prints by path what it was given. */
const service = createClient<paths>({
  baseUrl: process.argv[2] ?? 'http://localhost:3000',
  headers: { 'X-API-KEY': process.env.USER_KEY },
});
const answers: Record<string, unknown> = {};

await readResources();
await readTeamsAndUsers();
await readPosts();
await readBadges();
await readCategories();
console.log(JSON.stringify(answers));

async function readResources(): Promise<void> {
  const page = keep(await service.GET('/v1/resources', { params: { query: { page: 1, limit: 5 } } }));
  const pages: number = page.totalPages;
  const { id, slug, game, images }: Schemas['Resource'] = first(page.resources);
  const places: number[] = images.map((image) => image.order);
  if (pages < 1 || places.some(Number.isNaN)) throw new Error('A page without a number, or a picture without a place.');
  keep(await service.GET('/v1/resources/{id}', { params: { path: { id } } }));
  const query = game === null ? {} : { gameSlug: game.slug };
  keep(await service.GET('/v1/resources/slug/{slug}', { params: { path: { slug }, query } }));
}

async function readTeamsAndUsers(): Promise<void> {
  const { teams } = keep(await service.GET('/v1/teams', { params: { query: { limit: 3 } } }));
  const { id, slug, members }: Schemas['Team'] = first(teams);
  keep(await service.GET('/v1/teams/{id}', { params: { path: { id } } }));
  keep(await service.GET('/v1/teams/slug/{slug}', { params: { path: { slug } } }));
  const { username, role }: Schemas['TeamMember'] = first(members);
  const user: Schemas['User'] = keep(
    await service.GET('/v1/users/username/{username}', { params: { path: { username } } }),
  );
  if (role === '' || user.username !== username) throw new Error(`${username} is somebody else: ${user.username}`);
}

async function readPosts(): Promise<void> {
  const { posts } = keep(await service.GET('/v1/blog'));
  const { slug, authors }: Schemas['BlogPost'] = first(posts);
  const names: string[] = authors.map((author) => author.displayName);
  const post = keep(await service.GET('/v1/blog/{slug}', { params: { path: { slug } } }));
  if (names.length !== post.authors.length) throw new Error('A post is not the same in its list.');
}

async function readBadges(): Promise<void> {
  const { badges } = keep(await service.GET('/v1/badges'));
  const { id, price }: Schemas['Badge'] = first(badges);
  const badge = keep(await service.GET('/v1/badges/{id}', { params: { path: { id } } }));
  if (price.toFixed(2) !== badge.price.toFixed(2)) throw new Error('A badge has another price in its list.');
}

async function readCategories(): Promise<void> {
  const { categories } = keep(await service.GET('/v1/categories'));
  const { id, slug, game }: Schemas['Category'] = first(categories);
  keep(await service.GET('/v1/categories/{id}', { params: { path: { id } } }));
  const query = game === null ? {} : { gameSlug: game.slug };
  keep(await service.GET('/v1/categories/slug/{slug}', { params: { path: { slug }, query } }));
}

function keep<T>({ data, error, response }: Read<T>): T {
  const { pathname, search } = new URL(response.url);
  if (data === undefined) throw new Error(`${pathname} is ${response.status}: ${error?.code} ${error?.detail}`);
  answers[pathname + search] = data;
  return data;
}

function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('A list is empty.');
  return item;
}
