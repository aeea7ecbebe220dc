import type { DirectoryStore, SavedServer, ServerDraft } from '../store/directory-store.ts';
import { saveUnderFreeSlug } from './create-server.ts';
import { ServerRow } from './server-fields.ts';

/** One thing that is wrong with a row: which member, and what is right. */
export interface RowFault {
  readonly member: string;
  readonly reason: string;
}

/** What became of one row of an import. */
export type RowOutcome =
  | { readonly status: 'created' | 'updated' | 'unchanged' }
  | { readonly status: 'refused'; readonly faults: readonly RowFault[] };

export interface ServerImport {
  readonly accountId: string;
  /** Parsed JSON of any shape. */
  readonly rows: readonly unknown[];
  readonly nowMs: number;
}

/** Creates or updates the servers of these rows by their ids, good rows beside bad ones. The outcomes are in the order of the rows. */
export async function importServers(directory: DirectoryStore, batch: ServerImport): Promise<RowOutcome[]> {
  const createdAt = new Date(batch.nowMs).toISOString();
  const outcomes: RowOutcome[] = [];
  const places: number[] = [];
  let drafts: ServerDraft[] = [];
  const flush = async () => {
    const saved = await directory.saveServers(batch.accountId, drafts);
    for (const [index, place] of places.splice(0).entries()) {
      outcomes[place] = outcomeOf(saved[index], drafts[index]);
    }
    drafts = [];
  };
  for (const [place, row] of batch.rows.entries()) {
    const parsed = ServerRow.safeParse(row);
    if (!parsed.success) {
      outcomes[place] = { status: 'refused', faults: parsed.error.issues.map(faultOf) };
      continue;
    }
    const { slug, ...rest } = parsed.data;
    if (typeof slug === 'string') {
      drafts.push({ ...rest, slug, createdAt });
      places.push(place);
      continue;
    }
    // The slug that this row gets depends on the rows before it.
    await flush();
    outcomes[place] = await importWithoutSlug(directory, batch.accountId, { ...rest, createdAt });
  }
  await flush();
  return outcomes;
}

/** A server that is known keeps its slug, so that repeating the import changes nothing. */
async function importWithoutSlug(
  directory: DirectoryStore,
  accountId: string,
  draft: Omit<ServerDraft, 'slug'>,
): Promise<RowOutcome> {
  const known = await directory.findServer(draft.id);
  if (known === null) {
    await saveUnderFreeSlug(directory, accountId, draft);
    return { status: 'created' };
  }
  const [saved] = await directory.saveServers(accountId, [{ ...draft, slug: known.slug }]);
  return outcomeOf(saved, { ...draft, slug: known.slug });
}

function outcomeOf(saved: SavedServer | undefined, draft: ServerDraft | undefined): RowOutcome {
  if (saved?.status === 'slug_taken') {
    return refused('slug', `${JSON.stringify(draft?.slug)} belongs to another server of this account; choose another`);
  }
  if (saved === undefined || saved.status === 'owned_by_another') {
    return refused('id', 'belongs to a server of another account; import with that --account or give a new id');
  }
  return { status: saved.status };
}

function refused(member: string, reason: string): RowOutcome {
  return { status: 'refused', faults: [{ member, reason }] };
}

function faultOf(issue: { readonly path: readonly PropertyKey[]; readonly message: string }): RowFault {
  return issue.path.length === 0
    ? { member: 'row', reason: 'must be a JSON object' }
    : { member: issue.path.map(String).join('.'), reason: issue.message };
}
