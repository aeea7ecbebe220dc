import type { Collection } from '../content-store.ts';

/**
 * Key names of the content. All of it is one slot of a Cluster, so that one script can show an import. An import writes the
 * next generation of each collection that it changes beside the current one, and names it by its own number; bodies of
 * records belong to no generation.
 */

/** Hash: `version`, `import` (the last that was shown), and the current generation of each collection by its name. */
export const NOW_KEY = '{content}:now';
/** String with a time to live: the import on its way. */
export const LOCK_KEY = '{content}:lock';
/** Counter of imports, begun or done. */
export const IMPORTS_KEY = '{content}:imports';
/** Set: what ended imports left behind and nobody reads, as content-leftovers.ts writes it. */
export const LEFTOVERS_KEY = '{content}:leftovers';
/** First word of what is told of an import on the channel of changes; the new version follows. */
export const CONTENT_SENDER = 'content';

/** Hash: `<id>@<import that wrote it>` -> JSON of the record. */
export const bodiesKey = (collection: Collection) => `{content}:${collection}:bodies`;
/** Hash: id -> number of the import that wrote the body, and ` hidden` where it is. */
export const idsKey = (collection: Collection, generation: string) => `{content}:${collection}:${generation}:ids`;
/** Hash: slug or username -> the records that have it, as content-names.ts writes them. */
export const namesKey = (collection: Collection, generation: string) => `{content}:${collection}:${generation}:names`;
/** Set: names of the lists. */
export const listsKey = (collection: Collection, generation: string) => `{content}:${collection}:${generation}:lists`;
/** Sorted set by rank: `<label>NUL<id>` of each record of the list. */
export const listKey = (collection: Collection, generation: string, list: string) =>
  `{content}:${collection}:${generation}:list:${list}`;
/** Hash: id that the import put, changed or not -> `1` where it was taken in, `0` where its name was another's. */
export const putKey = (collection: Collection, generation: string) => `{content}:${collection}:${generation}:put`;
/** Set: fields of the bodies that the import wrote, to be dropped when it is not shown. */
export const addedKey = (collection: Collection, generation: string) => `{content}:${collection}:${generation}:added`;
/** Set: fields of the bodies that the import replaced, to be dropped when it is shown. */
export const replacedKey = (collection: Collection, generation: string) =>
  `{content}:${collection}:${generation}:replaced`;

/** A record as a member of its lists; equal ranks are in the order of these bytes. */
export const memberOf = (row: { readonly label: string; readonly id: string }) => `${row.label}\0${row.id}`;
/** The field of a body. */
export const bodyField = (id: string, writtenBy: string) => `${id}@${writtenBy}`;
/** The number of the import in what the hash of ids has of a record. */
export const writerIn = (text: string) => /^\d*/.exec(text)?.[0] ?? '';
