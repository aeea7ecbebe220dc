import type { PageQuery } from '../../contract/content-endpoint.ts';

/** A neighbouring page: its relation (RFC 8288) and the query that asks for it. */
export interface PageLink {
  readonly rel: 'first' | 'prev' | 'next' | 'last';
  readonly query: string;
}

/** Links longer than this in all are left out but for the neighbours, which is what a walk needs. */
const USUAL_LENGTH = 4_096;
/** Of what a client reads: Node's takes 16 KiB of headers, the others among them. One link takes at most 12 KB, two may be too long. */
const MOST_LENGTH = 13 * 1_024;

/** Where a page begins in its list, counted from 0. */
export function offsetOf({ page, limit }: PageQuery): number {
  return (page - 1) * limit;
}

/** 0 when there is nothing. */
export function totalPagesOf(total: number, limit: number): number {
  return Math.ceil(total / limit);
}

/** The neighbours of a page. From past the end, the one before is the last one. `filter` is the rest of the query. */
export function linksOf(at: PageQuery, total: number, filter: Readonly<Record<string, string>> = {}): PageLink[] {
  const last = Math.max(1, totalPagesOf(total, at.limit));
  const link = (rel: PageLink['rel'], page: number): PageLink => ({
    rel,
    query: Object.entries({ ...filter, page, limit: at.limit })
      // Not by URLSearchParams, under which some letters take three times what they may take at an import.
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&'),
  });
  return [
    link('first', 1),
    ...(at.page > 1 ? [link('prev', Math.min(at.page - 1, last))] : []),
    ...(at.page < last ? [link('next', at.page + 1)] : []),
    link('last', last),
  ];
}

/** The Link header for a request to this path: all links, or those that there is room for; empty where there is none. */
export function writeLinks(pathname: string, links: readonly PageLink[]): string {
  const write = (...rels: readonly PageLink['rel'][]) =>
    links
      .filter(({ rel }) => rels.includes(rel))
      .map(({ rel, query }) => `<${pathname}?${query}>; rel="${rel}"`)
      .join(', ');
  const all = write('first', 'prev', 'next', 'last');
  if (all.length <= USUAL_LENGTH) return all;
  const neighbours = write('prev', 'next');
  return neighbours.length <= MOST_LENGTH ? neighbours : write('next');
}
