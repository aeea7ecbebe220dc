import type { Findings } from '../benchmark.ts';
import type { Sizes } from './content-places.ts';
import type { Cached } from './measure-cached.ts';
import type { Imports } from './measure-import.ts';
import type { PageTimes } from './measure-pages.ts';
import type { WayRounds } from './measure-ways.ts';
import { cachedClaims, cachedTable } from './summarise-cached.ts';
import { importClaims, importsTable } from './summarise-imports.ts';
import { pageClaims, pagesTable } from './summarise-pages.ts';
import { wayClaims, waysTable } from './summarise-ways.ts';

export interface Content {
  readonly cached: Cached;
  readonly ways: WayRounds;
  readonly imports: readonly Imports[];
  readonly pages: readonly PageTimes[];
}

/** Turns what was measured into tables and the claims about it. */
export function summarise(sizes: Sizes, { cached, ways, imports, pages }: Content): Findings {
  return {
    tables: [
      cachedTable(cached),
      waysTable(ways, sizes.middle),
      importsTable(imports, sizes),
      pagesTable(pages, sizes),
    ],
    claims: [...cachedClaims(cached), ...wayClaims(ways), ...importClaims(imports, sizes), ...pageClaims(pages, sizes)],
    figures: {
      cached: {
        bytes: cached.bytes,
        headers: Object.fromEntries(cached.headers),
        samples: Object.fromEntries(cached.samples),
      },
      ways: Object.fromEntries([...ways].map(([way, { samples }]) => [way, Object.fromEntries(samples)])),
      imports,
      pages,
    },
  };
}
