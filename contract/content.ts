import { z } from 'zod';
import { DEFAULT_LIMIT, defineContent, MAX_LIMIT, PageQuery, SlugInput } from './content-endpoint.ts';
import { Badge, BlogPost, Category, RecordId, Resource, Team, User } from './content-records.ts';
import type { Endpoint } from './endpoint.ts';

const NONE = z.object({});
const GameSlug = SlugInput('Slug of a game.', 'hollow-tide').optional();
const GameQuery = z.object({ gameSlug: GameSlug });
const IdParams = (example: string) =>
  z.object({ id: RecordId.meta({ description: 'UUID of the record, in letters of either case.', example }) });
const SlugParams = z.object({ slug: SlugInput('Slug of the resource.', 'lantern-weather') });

/** The rows of one page of resources, with what there is in all. */
export const ResourcePage = z
  .object({
    resources: z.array(Resource),
    total: z.int().nonnegative().meta({ description: 'Resources on all pages.', example: 5204 }),
    page: z.int().positive().meta({ example: 1 }),
    limit: z.int().positive().max(MAX_LIMIT).meta({ description: 'The limit that was used.', example: DEFAULT_LIMIT }),
    totalPages: z.int().nonnegative().meta({ description: '0 when there are no resources.', example: 261 }),
  })
  .meta({ id: 'ResourcePage' });
export type ResourcePage = z.infer<typeof ResourcePage>;
export const TeamList = z.object({ teams: z.array(Team) }).meta({ id: 'TeamList' });
export const BlogPostList = z.object({ posts: z.array(BlogPost) }).meta({ id: 'BlogPostList' });
export const BadgeList = z.object({ badges: z.array(Badge) }).meta({ id: 'BadgeList' });
export const CategoryList = z.object({ categories: z.array(Category) }).meta({ id: 'CategoryList' });

export const listResourcesEndpoint = defineContent({
  id: 'listResources',
  path: '/v1/resources',
  summary: 'List resources, newest first',
  description:
    'Ordered by createdAt, newest first, then by id. gameSlug and categorySlug narrow the list, alone or together; a slug that nothing has gives an empty page. Link names the neighbouring pages.',
  params: NONE,
  query: PageQuery.extend({ gameSlug: GameSlug, categorySlug: SlugInput('Slug of a category.', 'weather').optional() }),
  answer: ResourcePage,
});

export const getResourceEndpoint = defineContent({
  id: 'getResource',
  path: '/v1/resources/{id}',
  summary: 'Get a resource by its id',
  description: 'The id is compared without regard to case.',
  params: IdParams('4b8f2f0e-2c39-4b57-b0a5-7f0d7c9e2d01'),
  query: NONE,
  answer: Resource,
  notFound: 'resource_not_found',
});

export const getResourceBySlugEndpoint = defineContent({
  id: 'getResourceBySlug',
  path: '/v1/resources/slug/{slug}',
  summary: 'Get a resource by its slug',
  description: 'Slugs are unique within a game: without gameSlug the oldest resource with this slug is meant.',
  params: SlugParams,
  query: GameQuery,
  answer: Resource,
  notFound: 'resource_not_found',
});

export const listTeamsEndpoint = defineContent({
  id: 'listTeams',
  path: '/v1/teams',
  summary: 'List teams, newest first',
  description: 'Ordered by createdAt, newest first, then by id. Link names the neighbouring pages.',
  params: NONE,
  query: PageQuery,
  answer: TeamList,
});

export const getTeamEndpoint = defineContent({
  id: 'getTeam',
  path: '/v1/teams/{id}',
  summary: 'Get a team by its id',
  description: 'The id is compared without regard to case.',
  params: IdParams('1c0f7f0e-6a0a-4c54-8a0e-6d1a0a9b7a11'),
  query: NONE,
  answer: Team,
  notFound: 'team_not_found',
});

export const getTeamBySlugEndpoint = defineContent({
  id: 'getTeamBySlug',
  path: '/v1/teams/slug/{slug}',
  summary: 'Get a team by its slug',
  description: 'Slugs of teams are unique.',
  params: z.object({ slug: SlugInput('Slug of the team.', 'nightjar-works') }),
  query: NONE,
  answer: Team,
  notFound: 'team_not_found',
});

export const getUserEndpoint = defineContent({
  id: 'getUserByUsername',
  path: '/v1/users/username/{username}',
  summary: 'Get the public profile of a user',
  description: 'Usernames that differ only by case are different users.',
  params: z.object({ username: SlugInput('Username, with its case.', 'mirelle') }),
  query: NONE,
  answer: User,
  notFound: 'user_not_found',
});

export const listPostsEndpoint = defineContent({
  id: 'listBlogPosts',
  path: '/v1/blog',
  summary: 'List the published blog posts, newest first',
  description: 'Ordered by publishedAt, newest first, then by id.',
  params: NONE,
  query: NONE,
  answer: BlogPostList,
});

export const getPostEndpoint = defineContent({
  id: 'getBlogPost',
  path: '/v1/blog/{slug}',
  summary: 'Get a published blog post by its slug',
  description: 'A post that is not published is not found.',
  params: z.object({ slug: SlugInput('Slug of the post.', 'what-the-lanterns-know') }),
  query: NONE,
  answer: BlogPost,
  notFound: 'post_not_found',
});

export const listBadgesEndpoint = defineContent({
  id: 'listBadges',
  path: '/v1/badges',
  summary: 'List all badges, newest first',
  description: 'Ordered by createdAt, newest first, then by id.',
  params: NONE,
  query: NONE,
  answer: BadgeList,
});

export const getBadgeEndpoint = defineContent({
  id: 'getBadge',
  path: '/v1/badges/{id}',
  summary: 'Get a badge by its id',
  description: 'The id is compared without regard to case.',
  params: IdParams('c5a0b1f2-9d3e-4b6a-8c7d-2e1f0a9b8c77'),
  query: NONE,
  answer: Badge,
  notFound: 'badge_not_found',
});

export const listCategoriesEndpoint = defineContent({
  id: 'listCategories',
  path: '/v1/categories',
  summary: 'List all categories, or those of one game',
  description: 'Ordered by name, character by character, then by id.',
  params: NONE,
  query: GameQuery,
  answer: CategoryList,
});

export const getCategoryEndpoint = defineContent({
  id: 'getCategory',
  path: '/v1/categories/{id}',
  summary: 'Get a category by its id',
  description: 'The id is compared without regard to case.',
  params: IdParams('8a9f6f6e-0d9c-4c8e-9f2f-5b7c2f5b7a55'),
  query: NONE,
  answer: Category,
  notFound: 'category_not_found',
});

export const getCategoryBySlugEndpoint = defineContent({
  id: 'getCategoryBySlug',
  path: '/v1/categories/slug/{slug}',
  summary: 'Get a category by its slug',
  description: 'Slugs are unique within a game: without gameSlug the oldest category with this slug is meant.',
  params: z.object({ slug: SlugInput('Slug of the category.', 'weather') }),
  query: GameQuery,
  answer: Category,
  notFound: 'category_not_found',
});

/** The operations of the content interface, in the order of the specification. */
export const contentEndpoints: readonly Endpoint[] = [
  listResourcesEndpoint,
  getResourceEndpoint,
  getResourceBySlugEndpoint,
  listTeamsEndpoint,
  getTeamEndpoint,
  getTeamBySlugEndpoint,
  getUserEndpoint,
  listPostsEndpoint,
  getPostEndpoint,
  listBadgesEndpoint,
  getBadgeEndpoint,
  listCategoriesEndpoint,
  getCategoryEndpoint,
  getCategoryBySlugEndpoint,
];
