import { Badge, BlogPost, Category, GameSummary, Resource, Team, User } from '../../contract/content-records.ts';
import type { Collection, ContentRow } from './content-store.ts';

/** A record that another one shows a summary of. */
export interface ContentReference {
  readonly collection: Collection;
  readonly id: string;
  /** Member that refers, as in `members[2]`. */
  readonly member: string;
}

/** What is wrong with a record: the member, as in `images[0].order`, or `''` for the whole; and the reason. */
export interface RecordFault {
  readonly member: string;
  readonly reason: string;
}

export type ReadRecord =
  | { readonly ok: true; readonly row: ContentRow; readonly references: readonly ContentReference[] }
  | { readonly ok: false; readonly faults: readonly RecordFault[] };

/** What a list can be narrowed by. */
export interface ContentFilter {
  readonly game?: string | undefined;
  readonly category?: string | undefined;
}

interface CollectionRules {
  /** Name of the list that routes read when nothing narrows it. */
  readonly openList: 'all' | 'published';
  /** Checks a record against the contract and tells what it is found, ordered and listed by. */
  read(value: unknown): ReadRecord;
}

/** How the records of a collection are found, ordered and listed. */
interface Declaration<T> {
  /** Slug or username; absent: by id alone. */
  readonly name?: (record: T) => string;
  /** Game within which the name is unique; absent: everywhere. */
  readonly scope?: (record: T) => string | undefined;
  /** Date by which the newest is first; absent: by name. */
  readonly newestBy?: (record: T) => string;
  readonly filter?: (record: T) => ContentFilter;
  readonly isHidden?: (record: T) => boolean;
  readonly refersTo?: (record: T) => readonly (ContentReference | null)[];
}

/** An unknown date counts as the oldest there is. */
const OLDEST_MS = -8_640_000_000_000_000;

/** Every collection: what its records are, how one is found, in which order and by which filters they are listed. */
export const collectionRules: Readonly<Record<Collection, CollectionRules>> = {
  games: declare(GameSummary, { name: (game) => game.slug }),
  teams: declare(Team, {
    name: (team) => team.slug,
    newestBy: (team) => team.createdAt,
    refersTo: (team) => [
      refer('users', 'owner', team.owner),
      ...team.games.map((game, index) => refer('games', `games[${index}]`, game)),
      ...team.members.map((member, index) => refer('users', `members[${index}]`, member)),
    ],
  }),
  users: declare(User, {
    name: (user) => user.username,
    newestBy: (user) => user.createdAt,
    refersTo: (user) => [
      ...user.profileBadges.map((worn, index) => refer('badges', `profileBadges[${index}].badge`, worn.badge)),
      ...user.teams.map((team, index) => refer('teams', `teams[${index}]`, team)),
    ],
  }),
  categories: declare(Category, {
    name: (category) => category.slug,
    scope: (category) => category.game?.slug,
    filter: (category) => ({ game: category.game?.slug }),
    refersTo: (category) => [refer('games', 'game', category.game)],
  }),
  badges: declare(Badge, {
    newestBy: (badge) => badge.createdAt,
    refersTo: (badge) => [refer('teams', 'team', badge.team)],
  }),
  resources: declare(Resource, {
    name: (resource) => resource.slug,
    scope: (resource) => resource.game?.slug,
    newestBy: (resource) => resource.createdAt,
    filter: (resource) => ({ game: resource.game?.slug, category: resource.category?.slug }),
    refersTo: (resource) => [
      refer('users', 'user', resource.user),
      refer('teams', 'team', resource.team),
      refer('games', 'game', resource.game),
      refer('categories', 'category', resource.category),
    ],
  }),
  blog: declare(BlogPost, {
    name: (post) => post.slug,
    newestBy: (post) => post.publishedAt,
    isHidden: (post) => !post.published,
    refersTo: (post) => post.authors.map((author, index) => refer('users', `authors[${index}]`, author)),
  }),
};

/** Name of the list that the filter leaves; an absent member does not narrow it. */
export function listName({ game, category }: ContentFilter, openList: string): string {
  if (game === undefined && category === undefined) return openList;
  const members = new URLSearchParams();
  if (game !== undefined) members.set('game', game.normalize('NFC'));
  if (category !== undefined) members.set('category', category.normalize('NFC'));
  return members.toString();
}

/** The row of a record that is in a store already. */
export function rowOf(collection: Collection, json: string): ContentRow {
  const read = collectionRules[collection].read(JSON.parse(json));
  if (read.ok) return read.row;
  const [fault] = read.faults;
  throw new Error(`A record of ${collection} in the store is damaged: ${fault?.member} ${fault?.reason}.`);
}

interface Identified {
  readonly id: string;
}

interface Issue {
  readonly code?: string;
  readonly expected?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** As much of a schema as is needed here. */
interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

function declare<T extends Identified & { readonly name?: string; readonly createdAt?: string }>(
  schema: Schema<T>,
  declaration: Declaration<T>,
): CollectionRules {
  const openList = declaration.isHidden === undefined ? 'all' : 'published';
  return {
    openList,
    read(value) {
      const parsed = schema.safeParse(value);
      if (!parsed.success) return { ok: false, faults: parsed.error.issues.map(faultOf) };
      const record = parsed.data;
      const hidden = declaration.isHidden?.(record) ?? false;
      const filter = declaration.filter?.(record) ?? {};
      const row: ContentRow = {
        id: record.id,
        json: JSON.stringify(record),
        name: declaration.name?.(record).normalize('NFC') ?? null,
        scope: declaration.scope?.(record)?.normalize('NFC') ?? '',
        createdMs: instantOf(record.createdAt ?? ''),
        rank: declaration.newestBy === undefined ? 0 : 0 - instantOf(declaration.newestBy(record)),
        label: declaration.newestBy === undefined ? (record.name ?? '').replaceAll('\0', '') : '',
        lists: ['all', ...(hidden ? [] : visibleLists(filter, openList))],
        hidden,
      };
      const references = (declaration.refersTo?.(record) ?? []).filter((reference) => reference !== null);
      return { ok: true, row, references };
    },
  };
}

/** The lists, besides `all`, that a record is in which the filter's members are true of. */
function visibleLists(filter: ContentFilter, openList: string): string[] {
  const { game, category } = filter;
  const narrowed = [
    ...(game === undefined ? [] : [{ game }]),
    ...(category === undefined ? [] : [{ category }]),
    ...(game === undefined || category === undefined ? [] : [{ game, category }]),
  ].map((filter) => listName(filter, openList));
  return openList === 'all' ? narrowed : [openList, ...narrowed];
}

function refer(collection: Collection, member: string, target: Identified | null): ContentReference | null {
  return target === null ? null : { collection, id: target.id, member };
}

function instantOf(date: string): number {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? OLDEST_MS : ms;
}

function faultOf(issue: Issue): RecordFault {
  let member = '';
  for (const part of issue.path) {
    member += typeof part === 'number' ? `[${part}]` : `${member === '' ? '' : '.'}${String(part)}`;
  }
  return { member, reason: reasonOf(issue) };
}

function reasonOf(issue: Issue): string {
  // A message of our own says it already; the schema's own one is for programmers.
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input')) return issue.message;
  return issue.message.endsWith('received undefined') ? 'is required' : `must be of type ${issue.expected}`;
}
