import { PublicServer } from '../../contract/public-server.ts';
import type { ServerRecord } from '../store/directory-store.ts';
import { publicServerOf } from '../vote/public-server.ts';

/** What visitors may know of a server, checked and written as JSON once, for many answers. */
export interface ServerText {
  readonly id: string;
  readonly slug: string;
  readonly json: string;
  /** The members `requested` and `server` where it was asked for by its id or its slug, as `namesOf` writes them. */
  readonly byId: string;
  readonly bySlug: string;
}

export function writeServer(server: PublicServer): ServerText {
  const json = JSON.stringify(PublicServer.parse(server));
  const { id, slug } = server;
  return { id, slug, json, byId: namesOf(id, json), bySlug: namesOf(slug, json) };
}

/** The last two members of an answer for a server, from the comma before them to its end. */
export function namesOf(requested: string, server: string): string {
  return `,"requested":${JSON.stringify(requested)},"server":${server}}`;
}

/** Gives the texts of servers, in their order. */
export type TextsOf = (servers: readonly ServerRecord[]) => readonly ServerText[];

/**
 * Makes the text of each server once for its record. The directory gives out one frozen array for the same list, and the texts of
 * its servers are kept with that: looking up each of twenty takes a twentieth of the processor time of an answer.
 */
export function createServerTexts(): TextsOf {
  const texts = new WeakMap<ServerRecord, ServerText>();
  const lists = new WeakMap<readonly ServerRecord[], readonly ServerText[]>();

  function textOf(record: ServerRecord): ServerText {
    const known = texts.get(record);
    if (known !== undefined) return known;
    const made = writeServer(publicServerOf(record));
    texts.set(record, made);
    return made;
  }

  return (servers) => {
    const known = lists.get(servers);
    if (known !== undefined) return known;
    const made = servers.map(textOf);
    if (Object.isFrozen(servers)) lists.set(servers, made);
    return made;
  };
}
