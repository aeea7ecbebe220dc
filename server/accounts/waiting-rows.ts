import type { Collection, ContentImport, ContentRow } from '../store/content-store.ts';
import type { RowOutcome } from './import-servers.ts';

/** A row whose name is another's for now. */
export interface WaitingRow {
  readonly collection: Collection;
  readonly row: ContentRow;
  /** Id of the record that has the name. */
  readonly takenBy: string;
}

interface Waiting extends WaitingRow {
  readonly settle: (outcome: RowOutcome) => void;
}

/** Tells whether a row of the import has this id. */
type IsOfRow = (collection: Collection, id: string) => boolean;

/** Rows that may wait for their name; more than that are refused at once. */
const MAX_WAITING = 10_000;

/** Rows that wait until all others are there, because one of those may give their name up. */
export function createWaitingRows(work: ContentImport) {
  let waiting: Waiting[] = [];

  /** Puts the rows once more. @returns those that got their names; the others go on waiting. */
  async function put(rows: readonly Waiting[]): Promise<Waiting[]> {
    const gone: Waiting[] = [];
    for (const one of rows) {
      const [result] = await work.put(one.collection, [one.row]);
      if (result?.status === 'name_taken') {
        waiting.push({ ...one, takenBy: result.takenBy });
        continue;
      }
      gone.push(one);
      one.settle({ status: result?.status === 'created' ? 'created' : 'updated' });
    }
    return gone;
  }

  return {
    /** What becomes of the row: told later, or at once where too many wait. */
    add(row: WaitingRow): RowOutcome | { readonly status: 'later'; readonly outcome: Promise<RowOutcome> } {
      if (waiting.length === MAX_WAITING) return nameTaken(row);
      return { status: 'later', outcome: new Promise((settle) => waiting.push({ ...row, settle })) };
    },
    /** Puts every row again, and then those that waited for the old name of one that got a new one. */
    async putAgain(): Promise<void> {
      const gone = await put(waiting.splice(0));
      for (let one = gone.shift(); one !== undefined; one = gone.shift()) {
        const freed = keyOf(one, one.row.id);
        const [ready, rest] = divide(waiting, (other) => keyOf(other, other.takenBy) === freed);
        waiting = rest;
        gone.push(...(await put(ready)));
      }
    },
    wouldAllGo: (isOfRow: IsOfRow) => wouldAllGo(waiting, isOfRow),
    /** Refuses those that are left. */
    refuseRest(): void {
      for (const one of waiting.splice(0)) one.settle(nameTaken(one));
    },
  };
}

/**
 * Would all rows get their names, if the records that no row is of were taken out? Who gets a new name leaves its old one to
 * the row that waits for it; of two that wait for one name, one would be refused.
 */
function wouldAllGo(rows: readonly WaitingRow[], isOfRow: IsOfRow): boolean {
  const byOwner = new Map<string, WaitingRow[]>();
  for (const one of rows) {
    const owner = keyOf(one, one.takenBy);
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), one]);
  }
  const freed = [...byOwner].flatMap(([owner, [first]]) =>
    first !== undefined && !isOfRow(first.collection, first.takenBy) ? [owner] : [],
  );
  let gone = 0;
  for (let owner = freed.shift(); owner !== undefined; owner = freed.shift()) {
    const [heir, second] = byOwner.get(owner) ?? [];
    if (second !== undefined) return false;
    if (heir === undefined) continue;
    gone += 1;
    freed.push(keyOf(heir, heir.row.id));
  }
  return gone === rows.length;
}

function keyOf({ collection }: WaitingRow, id: string): string {
  return `${collection} ${id}`;
}

function divide<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function nameTaken({ collection, row, takenBy }: WaitingRow): RowOutcome {
  const member = collection === 'users' ? 'username' : 'slug';
  const where = row.scope === '' ? '' : ` in the game ${JSON.stringify(row.scope)}`;
  const reason = `${JSON.stringify(row.name)} is taken${where} by ${takenBy}; choose another, or give the row that id`;
  return { status: 'refused', faults: [{ member, reason }] };
}
