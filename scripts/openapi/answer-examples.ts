import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_LIMIT } from '../../contract/content-endpoint.ts';

/** An answer of each operation, by the operation's id. */
export type AnswerExamples = Readonly<Record<string, unknown>>;

interface Row {
  readonly id: string;
  readonly slug?: string;
  readonly name?: string;
  readonly createdAt?: string;
  readonly publishedAt?: string;
  readonly published?: boolean;
  readonly game?: { readonly slug: string };
  readonly category?: { readonly slug: string };
}

const NEXT_VOTE_AT = '2026-11-28T10:00:00.000Z';
const NOW = '2026-11-27T22:00:00.000Z';
const VOTES = 1284;
const GAME = 'hollow-tide';
const CATEGORY = 'weather';
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="89" height="20" role="img" aria-label="votes: 1,284"><title>votes: 1,284</title></svg>';

/** Answers made of the content of the demo, so that whoever tries an operation there finds what its example says. */
export function readAnswerExamples(contentDir: string): AnswerExamples {
  const read = (name: string): Row[] =>
    readFileSync(resolve(contentDir, `${name}.ndjson`), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const resources = read('resources');
  const [resource] = resources;
  const [team] = read('teams');
  const [user] = read('users');
  const posts = read('blog').filter(({ published }) => published);
  const [badge] = read('badges');
  const categories = read('categories');
  const [category] = categories;
  const [server, other] = read('servers');
  // Lists are those that the examples of their parameters ask for.
  const found = inOrder(resources.filter((one) => isOf(one.game, GAME) && isOf(one.category, CATEGORY)));
  const page = { resources: found, total: found.length, page: 1, limit: DEFAULT_LIMIT, totalPages: 1 };
  const ofGame = { categories: inOrder(categories.filter(({ game }) => isOf(game, GAME))) };
  return {
    ...votingExamples(server, other),
    listResources: page,
    listSiteResources: page,
    getResource: resource,
    getSiteResource: resource,
    getResourceBySlug: resource,
    getSiteResourceBySlug: resource,
    listTeams: { teams: inOrder(read('teams')) },
    getTeam: team,
    getTeamBySlug: team,
    getUserByUsername: user,
    listBlogPosts: { posts: inOrder(posts) },
    getBlogPost: posts[0],
    listBadges: { badges: inOrder(read('badges')) },
    getBadge: badge,
    listCategories: ofGame,
    listSiteCategories: ofGame,
    getCategory: category,
    getCategoryBySlug: category,
    getSiteBadge: PICTURE,
    getHealth: { status: 'ok' },
    getReadiness: { status: 'ready', notes: [] },
  };
}

function votingExamples(server: Row | undefined, other: Row | undefined): AnswerExamples {
  const message = `Thank you for voting for ${server?.name}. The next vote is possible at ${NEXT_VOTE_AT}.`;
  const vote = { success: true, votes: VOTES, nextVoteAt: NEXT_VOTE_AT, message };
  const open = { canVote: true, nextVoteAt: null, serverVotes: VOTES };
  const locked = { canVote: false, nextVoteAt: NEXT_VOTE_AT, serverVotes: 97 };
  return {
    castVote: vote,
    checkVote: open,
    checkVotes: {
      results: [
        { requested: server?.slug, ...open },
        { requested: other?.slug, ...locked },
      ],
    },
    castSiteVote: { ...vote, now: NOW, server },
    checkSiteVote: { ...open, now: NOW, server },
    checkSiteVotes: {
      now: NOW,
      results: [
        { requested: server?.slug, ...open, server },
        { requested: other?.slug, ...locked, server: other },
      ],
    },
  };
}

/** Categories by their names, all else the newest first. */
function inOrder(rows: readonly Row[]): Row[] {
  const dateOf = ({ publishedAt, createdAt = '' }: Row) => publishedAt ?? createdAt;
  const isNamed = (row: Row) => row.game !== undefined && row.category === undefined;
  return [...rows].sort((one, two) =>
    (isNamed(one) ? (one.name ?? '') < (two.name ?? '') : dateOf(one) > dateOf(two)) ? -1 : 1,
  );
}

function isOf(part: { readonly slug: string } | undefined, slug: string): boolean {
  return part?.slug === slug;
}
