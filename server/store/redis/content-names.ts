import type { ContentRow } from '../content-store.ts';

/** A record that has a name: when it was created, its id, the scope of the name, and `true` where it is hidden. */
export type NameOwner = readonly [createdMs: number, id: string, scope: string, hidden?: true];

/** The owners of a name, the oldest first, as they are kept. `null`: nobody has it. */
export function readOwners(text: string | null): readonly NameOwner[] {
  if (text === null) return [];
  const owners: unknown = JSON.parse(text);
  if (Array.isArray(owners) && owners.every(isOwner)) return owners;
  throw new Error(`The names of the content are damaged: ${text}`);
}

/** @returns `null` when nobody has the name. */
export function writeOwners(owners: readonly NameOwner[]): string | null {
  return owners.length === 0 ? null : JSON.stringify(owners);
}

export function withoutOwner(owners: readonly NameOwner[], id: string): readonly NameOwner[] {
  return owners.filter(([, owner]) => owner !== id);
}

export function withOwner(owners: readonly NameOwner[], row: ContentRow): readonly NameOwner[] {
  const owner: NameOwner = row.hidden ? [row.createdMs, row.id, row.scope, true] : [row.createdMs, row.id, row.scope];
  return [...owners, owner].sort((one, other) => one[0] - other[0] || (one[1] < other[1] ? -1 : 1));
}

function isOwner(value: unknown): value is NameOwner {
  if (!Array.isArray(value)) return false;
  const [createdMs, id, scope, hidden] = value;
  return (
    typeof createdMs === 'number' &&
    typeof id === 'string' &&
    typeof scope === 'string' &&
    (hidden === undefined || hidden === true)
  );
}
