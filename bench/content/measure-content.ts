import type { BenchContext } from '../benchmark.ts';
import { type ContentPlaces, openPlaces, type Sizes, STORE_NAMES } from './content-places.ts';
import { startGetLoad } from './get-load.ts';
import { measureCached } from './measure-cached.ts';
import { measureImports } from './measure-import.ts';
import { measurePages } from './measure-pages.ts';
import { measureWays } from './measure-ways.ts';
import type { Content } from './summarise.ts';

/** Imports resources of each number by the command line, and reads and asks for what that left in the stores. */
export async function measureContent(context: BenchContext, sizes: Sizes): Promise<Content> {
  const [few, some, middle, many] = [
    await openPlaces(context, sizes.few),
    await openPlaces(context, sizes.some),
    await openPlaces(context, sizes.middle),
    await openPlaces(context, sizes.many),
  ];
  const imports = await measureImports(context, [few, some, middle, many].flatMap(bothOf));
  await close(some);
  const pages = await measurePages(context, [few, middle, many].flatMap(bothOf));
  await close(many);
  const load = await startGetLoad(context);
  const cached = await measureCached(context, few.embedded, load);
  await close(few);
  const ways = await measureWays(context, middle, load);
  await close(middle);
  return { cached, ways, imports, pages };
}

function bothOf(places: ContentPlaces) {
  return STORE_NAMES.map((store) => places[store]);
}

async function close(places: ContentPlaces): Promise<void> {
  for (const place of bothOf(places)) await place.close();
}
