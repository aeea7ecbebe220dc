import { randomUUID } from 'node:crypto';
import type {
  Badge,
  BlogPost,
  Category,
  GameSummary,
  Resource,
  Team,
  User,
} from '../../../contract/content-records.ts';
import { rowOf } from '../content-collections.ts';
import type { Collection, ContentRow, ContentStore, PutResult } from '../content-store.ts';
import { randomText } from './builders.ts';

export function newGame(overrides: Partial<GameSummary> = {}): GameSummary {
  const word = randomText();
  return { id: randomUUID(), name: `Game ${word}`, slug: `game-${word}`, gameIcon: '', ...overrides };
}

export function newCategory(overrides: Partial<Category> = {}): Category {
  const word = randomText();
  return {
    id: randomUUID(),
    name: `Category ${word}`,
    slug: `category-${word}`,
    description: '',
    icon: '',
    game: null,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '',
    ...overrides,
  };
}

export function newResource(overrides: Partial<Resource> = {}): Resource {
  const word = randomText();
  return {
    id: randomUUID(),
    title: `Resource ${word}`,
    slug: `resource-${word}`,
    description: `What ${word} is about`,
    summary: '',
    version: '1.0',
    filename: `${word}.zip`,
    filepath: '',
    filesize: '123',
    mimetype: 'application/zip',
    tags: ['one', 'two'],
    coverImageUrl: '',
    downloads: 3,
    views: 2,
    likesCount: 1,
    commentsCount: 0,
    featured: false,
    user: null,
    team: null,
    game: null,
    category: null,
    images: [],
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
    ...overrides,
  };
}

export function newTeam(overrides: Partial<Team> = {}): Team {
  const word = randomText();
  return {
    id: randomUUID(),
    name: `Team ${word}`,
    slug: `team-${word}`,
    description: '',
    avatar: '',
    cover: '',
    tags: [],
    tag: '',
    isVerified: false,
    owner: null,
    games: [],
    members: [],
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
    ...overrides,
  };
}

export function newUser(overrides: Partial<User> = {}): User {
  const word = randomText();
  return {
    id: randomUUID(),
    username: `user-${word}`,
    displayName: `User ${word}`,
    avatar: '',
    cover: '',
    bio: '',
    country: '',
    verified: false,
    followersCount: 0,
    followingCount: 0,
    profileBadges: [],
    teams: [],
    createdAt: '2026-01-02T03:04:05.678Z',
    ...overrides,
  };
}

export function newPost(overrides: Partial<BlogPost> = {}): BlogPost {
  const word = randomText();
  return {
    id: randomUUID(),
    title: `Post ${word}`,
    slug: `post-${word}`,
    description: '',
    content: `# ${word}`,
    image: '',
    category: '',
    published: true,
    featured: false,
    publishedAt: '2026-01-02T03:04:05.678Z',
    authors: [],
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
    ...overrides,
  };
}

export function newBadge(overrides: Partial<Badge> = {}): Badge {
  const word = randomText();
  return {
    id: randomUUID(),
    name: `Badge ${word}`,
    imageUrl: '',
    isPurchasable: false,
    isDefault: false,
    customBadge: false,
    price: 0,
    team: null,
    variations: [],
    createdAt: '2026-01-02T03:04:05.678Z',
    ...overrides,
  };
}

/** The row of a record as the service makes it. */
export function toRow(collection: Collection, record: object): ContentRow {
  return rowOf(collection, JSON.stringify(record));
}

/** Imports records and shows them, in one import. */
export async function importRecords(
  content: ContentStore,
  collection: Collection,
  records: readonly object[],
): Promise<{ version: number; changed: boolean; results: PutResult[] }> {
  const taking = await content.openImport();
  try {
    const results = await taking.put(
      collection,
      records.map((record) => toRow(collection, record)),
    );
    return { ...(await taking.commit()), results };
  } finally {
    await taking.abort();
  }
}
