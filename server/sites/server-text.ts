import { LRUCache } from 'lru-cache';
import { PublicServer } from '../../contract/public-server.ts';
import type { ServerRecord } from '../store/directory-store.ts';
import type { CheckedVotes } from '../vote/check-vote.ts';
import { publicServerOf } from '../vote/public-server.ts';

/**
 * Says which server an answer of a list is about: its last two members, `requested` and `server`, as JSON, from the comma before
 * them to the end of the answer.
 */
export function writeWhich(requested: string, server: PublicServer): string {
  return whichOf(requested, writeServer(server));
}

/** What visitors may know of a server, checked and written as JSON. */
function writeServer(server: PublicServer): string {
  return JSON.stringify(PublicServer.parse(server));
}

function whichOf(requested: string, server: string): string {
  return `,"requested":${JSON.stringify(requested)},"server":${server}}`;
}

/** Writes, as `writeWhich` does, of each server that was found for what was requested which it is, in the order of the servers. */
export type WriteList = (
  requested: readonly string[],
  found: Pick<CheckedVotes, 'answers' | 'servers'>,
) => readonly string[];

interface KeptList {
  readonly requested: readonly string[];
  readonly texts: readonly string[];
}

/** Of the texts of all lists that are kept: some thousand lists of twenty servers. */
const MAX_CHARACTERS = 10_000_000;

/**
 * Writes each server once for its record. The directory gives out one frozen array for the same list, and the texts of the list are
 * kept with that: looking up each of twenty takes a twentieth of the processor time of an answer, and copying them from twenty places
 * in memory a tenth.
 */
export function createListWriter(): WriteList {
  const servers = new WeakMap<ServerRecord, string>();
  const lists = new LRUCache<readonly ServerRecord[], KeptList>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ texts }) => texts.reduce((sum, { length }) => sum + length, 1),
  });

  function textOf(record: ServerRecord): string {
    const known = servers.get(record);
    if (known !== undefined) return known;
    const made = writeServer(publicServerOf(record));
    servers.set(record, made);
    return made;
  }

  return (requested, found) => {
    const known = lists.get(found.servers);
    if (known?.requested === requested) return known.texts;
    const texts = found.answers.flatMap((answer) =>
      'refusal' in answer ? [] : [whichOf(answer.requested, textOf(answer.server))],
    );
    if (!Object.isFrozen(found.servers) || !Object.isFrozen(requested)) return texts;
    const together = keepTogether(texts);
    lists.set(found.servers, { requested, texts: together });
    return together;
  };
}

/** As parts of one text, which lie in memory one behind the other. */
function keepTogether(texts: readonly string[]): readonly string[] {
  const all = texts.join('');
  let end = 0;
  return texts.map(({ length }) => {
    end += length;
    return all.slice(end - length, end);
  });
}
