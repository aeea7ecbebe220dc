import type { PageQuery } from '../../contract/content-endpoint.ts';

/** A neighbouring page: its relation (RFC 8288) and the query that asks for it. */
export interface PageLink {
  readonly rel: 'first' | 'prev' | 'next' | 'last';
  readonly query: string;
}

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
    query: new URLSearchParams({ ...filter, page: String(page), limit: String(at.limit) }).toString(),
  });
  return [
    link('first', 1),
    ...(at.page > 1 ? [link('prev', Math.min(at.page - 1, last))] : []),
    ...(at.page < last ? [link('next', at.page + 1)] : []),
    link('last', last),
  ];
}

/** The Link header for a request to this path. */
export function writeLinks(pathname: string, links: readonly PageLink[]): string {
  return links.map(({ rel, query }) => `<${pathname}?${query}>; rel="${rel}"`).join(', ');
}
