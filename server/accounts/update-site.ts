import type { DirectoryStore, SiteRecord } from '../store/directory-store.ts';
import { normaliseOrigin, normaliseOrigins } from './normalise-origin.ts';
import { BadUsageError, RefusedError } from './refused-error.ts';
import { readSiteName } from './site-fields.ts';

/** What is to change; an absent member stays. */
export interface SiteChanges {
  readonly name?: string | undefined;
  /** Replaces the whole list, before the two below are looked at. */
  readonly origins?: readonly string[] | undefined;
  readonly addOrigins?: readonly string[] | undefined;
  readonly removeOrigins?: readonly string[] | undefined;
  readonly votesPerMinute?: number | null | undefined;
  readonly askUsername?: boolean | undefined;
}

/** Changes a site. @throws RefusedError when nothing is to change, a member is not valid, or no origin would be left. */
export async function updateSite(directory: DirectoryStore, siteId: string, changes: SiteChanges): Promise<SiteRecord> {
  if (Object.values(changes).every((change) => change === undefined)) {
    throw new BadUsageError(
      'Nothing to change; give --name, --origin, --add-origin, --remove-origin, --votes-per-minute or --ask-username.',
    );
  }
  const site = await requireSite(directory, siteId);
  const changed = {
    ...site,
    name: changes.name === undefined ? site.name : readSiteName(changes.name),
    origins: changeOrigins(site.origins, changes),
    votesPerMinute: changes.votesPerMinute === undefined ? site.votesPerMinute : changes.votesPerMinute,
    askUsername: changes.askUsername ?? site.askUsername,
  };
  await directory.saveSite(changed);
  return changed;
}

/** The site of this id. @throws RefusedError when there is none. */
async function requireSite(directory: DirectoryStore, siteId: string): Promise<SiteRecord> {
  const site = await directory.findSite(siteId);
  if (site !== null) return site;
  throw new RefusedError(`${JSON.stringify(siteId)} is not the id of a site; \`server-vote sites list\` shows them.`);
}

function changeOrigins(present: readonly string[], changes: SiteChanges): string[] {
  const base = changes.origins === undefined ? present : normaliseOrigins(changes.origins);
  const kept = new Set([...base, ...normaliseOrigins(changes.addOrigins ?? [])]);
  for (const text of changes.removeOrigins ?? []) {
    const origin = normaliseOrigin(text);
    if (!kept.delete(origin)) {
      throw new RefusedError(`--remove-origin ${origin} is not among the origins: ${[...kept].join(', ')}.`);
    }
  }
  if (kept.size > 0) return [...kept];
  throw new BadUsageError('A site needs at least one origin; add another with --add-origin before the last goes.');
}
