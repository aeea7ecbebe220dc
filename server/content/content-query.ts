import type { ProblemCode } from '../../contract/problems.ts';
import { mapSoon, type Soon } from '../soon.ts';
import type { Collection, ContentStore, FoundContent } from '../store/content-store.ts';
import { readWholeList } from '../store/content-walk.ts';
import type { PageLink } from './page.ts';

/** The body of an answer, and the content version that all of it is of. */
export interface ContentBody {
  readonly version: number;
  /** Finished JSON; `null`: there is no such record. */
  readonly json: string | null;
  readonly links: readonly PageLink[];
}

/** A question that can be asked of the content, again and again. */
export interface ContentQuery {
  /** Questions with one key have one answer within a version. */
  readonly key: string;
  /** What to answer when there is no such record; `null` for lists, which always are. */
  readonly notFound: ProblemCode | null;
  /** @throws StoreUnavailableError */
  read(content: ContentStore): Soon<ContentBody>;
}

/** A record by its id. */
export function recordById(collection: Collection, id: string, notFound: ProblemCode): ContentQuery {
  return {
    key: keyOf(collection, 'id', id),
    notFound,
    read: (content) => mapSoon(content.findById(collection, id), bodyOf),
  };
}

/** A record by its slug or username, after NFC; the oldest of that name where no game is named. */
export function recordByName(
  collection: Collection,
  wanted: { readonly name: string; readonly game?: string | undefined },
  notFound: ProblemCode,
): ContentQuery {
  const { name, game } = wanted;
  return {
    key: keyOf(collection, 'name', game === undefined ? '' : JSON.stringify(game), name),
    notFound,
    read: (content) => mapSoon(content.findByName(collection, name, game ?? null), bodyOf),
  };
}

/** A whole list, wrapped in an object under the member's name. */
export function wholeList(collection: Collection, list: string, member: string): ContentQuery {
  return {
    key: keyOf(collection, 'list', list),
    notFound: null,
    async read(content) {
      const { version, rows } = await readWholeList(content, collection, list);
      return { version, json: `{"${member}":[${rows.join(',')}]}`, links: [] };
    },
  };
}

/** Words that strangers choose stand last, so that no two questions can have one key. */
export function keyOf(...words: readonly (string | number)[]): string {
  return words.join('\n');
}

function bodyOf({ version, json }: FoundContent): ContentBody {
  return { version, json, links: [] };
}
