import type { DirectoryStore, SavedServer, ServerDraft } from '../store/directory-store.ts';
import type { NotedPlace } from '../store/import-notes.ts';
import { saveUnderFreeSlug } from './create-server.ts';
import type { IdCheck } from './id-check.ts';
import { ServerRow } from './server-fields.ts';
import { untilAnswered } from './until-answered.ts';

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
  /** Each parsed JSON of any shape, and where it comes from. */
  readonly rows: readonly { readonly value: unknown; readonly place: NotedPlace }[];
  /** Of the whole import, of which these rows may be a part. */
  readonly ids: IdCheck;
  readonly nowMs: number;
}

/** Creates or updates the servers of these rows by their ids, good rows beside bad ones. The outcomes are in the order of the rows. */
export async function importServers(directory: DirectoryStore, batch: ServerImport): Promise<RowOutcome[]> {
  const createdAt = new Date(batch.nowMs).toISOString();
  const outcomes: RowOutcome[] = [];
  const waiting: number[] = [];
  let drafts: ServerDraft[] = [];
  const flush = async () => {
    const saved = await directory.saveServers(batch.accountId, drafts);
    for (const [index, at] of waiting.splice(0).entries()) {
      outcomes[at] = outcomeOf(saved[index], drafts[index]);
    }
    drafts = [];
  };
  for (const [at, row] of batch.rows.entries()) {
    const read = readRow(row, batch.ids);
    if (read.draft === undefined) {
      outcomes[at] = read.outcome;
      continue;
    }
    const { slug, ...rest } = read.draft;
    if (typeof slug === 'string') {
      drafts.push({ ...rest, slug, createdAt });
      waiting.push(at);
      continue;
    }
    // The slug that this row gets depends on the rows before it.
    await flush();
    outcomes[at] = await importWithoutSlug(directory, batch.accountId, { ...rest, createdAt });
  }
  await flush();
  return outcomes;
}

function readRow(
  { value, place }: ServerImport['rows'][number],
  ids: IdCheck,
): { readonly draft: ServerRow } | { readonly draft?: never; readonly outcome: RowOutcome } {
  const parsed = ServerRow.safeParse(value);
  if (!parsed.success) return { outcome: { status: 'refused', faults: parsed.error.issues.map(faultOf) } };
  const outcome = ids.claim('servers', parsed.data.id, { place, text: JSON.stringify(parsed.data) });
  return outcome === null ? { draft: parsed.data } : { outcome };
}

/** A server that is known keeps its slug, so that repeating the import changes nothing. */
async function importWithoutSlug(
  directory: DirectoryStore,
  accountId: string,
  draft: Omit<ServerDraft, 'slug'>,
): Promise<RowOutcome> {
  const known = await untilAnswered(() => directory.findServer(draft.id));
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
