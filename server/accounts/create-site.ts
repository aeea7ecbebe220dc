import type { DirectoryStore, SiteRecord } from '../store/directory-store.ts';
import { createId } from './create-id.ts';
import { normaliseOrigins } from './normalise-origin.ts';
import { BadUsageError } from './refused-error.ts';
import { readSiteName } from './site-fields.ts';

export interface NewSite {
  readonly accountId: string;
  readonly name: string;
  readonly origins: readonly string[];
  /** Quota of its hidden vote key, or `null` for the service's. */
  readonly votesPerMinute: number | null;
  readonly askUsername: boolean;
  readonly nowMs: number;
}

/** Creates a site with a hidden vote key of its own. @throws RefusedError when a member is not valid. */
export async function createSite(directory: DirectoryStore, wanted: NewSite): Promise<SiteRecord> {
  const origins = normaliseOrigins(wanted.origins);
  if (origins.length === 0) {
    throw new BadUsageError('--origin is missing; name the address of the website, such as https://www.example.com.');
  }
  const site = {
    id: createId('site'),
    accountId: wanted.accountId,
    name: readSiteName(wanted.name),
    origins,
    keyId: createId('key'),
    votesPerMinute: wanted.votesPerMinute,
    askUsername: wanted.askUsername,
    createdAt: new Date(wanted.nowMs).toISOString(),
  };
  await directory.saveSite(site);
  return site;
}
