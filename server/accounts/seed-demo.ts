import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicServer } from '../../contract/public-server.ts';
import { COLLECTIONS, type ContentStore } from '../store/content-store.ts';
import type { DirectoryStore, ServerRecord, SiteRecord } from '../store/directory-store.ts';
import type { ImportNotes } from '../store/import-notes.ts';
import { withImportNotes } from '../store/open-stores.ts';
import type { Stores } from '../store/stores.ts';
import { createAccount } from './create-account.ts';
import { createKey } from './create-key.ts';
import { createSite } from './create-site.ts';
import { findAccount } from './find-account.ts';
import { createIdCheck, type IdCheck } from './id-check.ts';
import { type ContentOutcome, openContentSession } from './import-content.ts';
import { importServers } from './import-servers.ts';
import { updateSite } from './update-site.ts';

export interface DemoSeed {
  readonly stores: Pick<Stores, 'directory' | 'content'>;
  /** The service's own origin. */
  readonly publicUrl: string;
  /** Folder of NDJSON files, each named after what it holds. */
  readonly contentDir: string;
  readonly nowMs: number;
}

interface SeededSite {
  /** Its id. */
  readonly site: string;
  /** Those of its owner, in the order in which they were made. */
  readonly servers: readonly PublicServer[];
}

export interface SeededDemo extends SeededSite {
  /** Another account has a site and servers of its own, and no key. */
  readonly neighbour: SeededSite;
  /** Only the first time, the one moment at which their texts exist; else `null`. */
  readonly keys: { readonly vote: string; readonly user: string } | null;
}

/** Each has an account, and one site. `folder` is the one of its servers, within that of the content. */
const OWNER = { username: 'demo', siteName: 'Demo', folder: '' };
const NEIGHBOUR = { username: 'neighbour', siteName: 'Neighbour', folder: 'neighbour' };
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Makes the accounts, servers, content, sites and keys of the demo, each where it is not there yet, so that it can be
 * repeated at each start and what was changed meanwhile stays.
 *
 * @throws Error naming file and line when a row of the demo's content is not what the contract says.
 */
export async function seedDemo(seed: DemoSeed): Promise<SeededDemo> {
  const { directory, content } = seed.stores;
  const { accountId, ...demo } = await seedOwner(seed, OWNER);
  if ((await content.readVersion()) === 0) {
    await withImportNotes((notes) => fillContent(content, seed.contentDir, notes));
  }
  const { accountId: _neighbourId, ...neighbour } = await seedOwner(seed, NEIGHBOUR);
  return { ...demo, neighbour, keys: await createFirstKeys(directory, accountId, seed.nowMs) };
}

async function seedOwner(
  { stores: { directory }, publicUrl, contentDir, nowMs }: DemoSeed,
  { username, siteName, folder }: typeof OWNER,
): Promise<SeededSite & { readonly accountId: string }> {
  const account = (await findAccount(directory, username)) ?? (await createAccount(directory, { username, nowMs }));
  if ((await directory.listServers(account.id)).length === 0) {
    const rows = placed(await readRows(join(contentDir, folder), 'servers'));
    const outcomes = await withImportNotes((notes) =>
      importServers(directory, { accountId: account.id, rows, ids: checkIds(notes), nowMs }),
    );
    refuseBadRow(join(contentDir, folder, 'servers.ndjson'), outcomes);
  }
  const site = await findOrCreateSite(directory, { accountId: account.id, name: siteName, publicUrl, nowMs });
  const servers = await directory.listServers(account.id);
  return {
    accountId: account.id,
    site: site.id,
    servers: servers.sort((a, b) => a.num - b.num).map(publicServer),
  };
}

async function fillContent(content: ContentStore, contentDir: string, notes: ImportNotes): Promise<void> {
  const session = await openContentSession(content, { replacing: false, ids: checkIds(notes), notes });
  try {
    for (const collection of COLLECTIONS) {
      const rows = placed(await readRows(contentDir, collection));
      refuseBadRow(`${contentDir}/${collection}.ndjson`, await session.importRows(collection, rows));
    }
    await session.finish({ removeOthers: false });
  } catch (error) {
    await session.abort();
    throw error;
  }
}

/** Rows with their lines. */
function placed(rows: readonly unknown[]) {
  return rows.map((value, index) => ({ value, place: { file: '', line: index + 1, index: null } }));
}

function checkIds(notes: ImportNotes): IdCheck {
  return createIdCheck(notes, ({ line }) => `line ${line}`);
}

/** The demo's own rows are all good, or the project is damaged. */
function refuseBadRow(path: string, outcomes: readonly ContentOutcome[]): void {
  const bad = outcomes.findIndex(({ status }) => status === 'refused' || status === 'later');
  if (bad !== -1) throw new Error(`${path}:${bad + 1} cannot be imported: ${JSON.stringify(outcomes[bad])}`);
}

interface WantedSite {
  readonly accountId: string;
  readonly name: string;
  readonly publicUrl: string;
  readonly nowMs: number;
}

async function findOrCreateSite(
  directory: DirectoryStore,
  { accountId, name, publicUrl, nowMs }: WantedSite,
): Promise<SiteRecord> {
  const origins = spellingsOf(publicUrl);
  const known = (await directory.listSites(accountId)).find((site) => site.name === name);
  if (known === undefined) {
    return createSite(directory, {
      accountId,
      name,
      origins,
      votesPerMinute: null,
      askUsername: false,
      nowMs,
    });
  }
  const isComplete = origins.every((origin) => known.origins.includes(origin));
  return isComplete ? known : updateSite(directory, known.id, { addOrigins: origins });
}

/** A person may open a service of this machine under any of its names. */
function spellingsOf(publicUrl: string): string[] {
  const { hostname, origin } = new URL(publicUrl);
  if (!LOOPBACK.includes(hostname)) return [origin];
  return LOOPBACK.map((name) => {
    const url = new URL(publicUrl);
    url.hostname = name;
    return url.origin;
  });
}

async function createFirstKeys(
  directory: DirectoryStore,
  accountId: string,
  nowMs: number,
): Promise<SeededDemo['keys']> {
  if ((await directory.listKeys(accountId)).length > 0) return null;
  const rights = { accountId, attest: false, votesPerMinute: null };
  const vote = await createKey(directory, { ...rights, kind: 'vote' }, nowMs);
  const user = await createKey(directory, { ...rights, kind: 'user' }, nowMs);
  return { vote: vote.text, user: user.text };
}

async function readRows(contentDir: string, name: string): Promise<unknown[]> {
  const text = await readFile(join(contentDir, `${name}.ndjson`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function publicServer({ id, slug, name, description, image }: ServerRecord): PublicServer {
  return { id, slug, name, description, image };
}
