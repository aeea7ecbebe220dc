import { randomBytes, randomUUID } from 'node:crypto';
import type { DirectoryStore, ServerDraft, ServerRecord } from '../store/directory-store.ts';
import { makeSlug } from './make-slug.ts';
import { parseField } from './parse-field.ts';
import { RefusedError } from './refused-error.ts';
import { ServerDescription, ServerImage, ServerName, ServerSlug } from './server-fields.ts';

/** Suffixes -2 to -50 are tried before a random one, so that a thousand equal names do not cost a thousand looks each. */
const COUNTED_SUFFIXES = 50;

export interface NewServer {
  readonly accountId: string;
  readonly name: string;
  /** Made from the name when absent, with a suffix where that is taken. */
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly image?: string | undefined;
  readonly nowMs: number;
}

/** Creates a server in the account. @throws RefusedError when a member is not valid or the slug is taken. */
export async function createServer(directory: DirectoryStore, wanted: NewServer): Promise<ServerRecord> {
  const draft = {
    id: randomUUID(),
    name: parseField(ServerName, wanted.name.normalize('NFC').trim(), '--name'),
    description: parseField(ServerDescription, wanted.description, '--description'),
    image: parseField(ServerImage, wanted.image, '--image'),
    createdAt: new Date(wanted.nowMs).toISOString(),
  };
  if (wanted.slug === undefined) return saveUnderFreeSlug(directory, wanted.accountId, draft);
  const slug = parseField(ServerSlug, wanted.slug, '--slug');
  const server = await saveServer(directory, wanted.accountId, { ...draft, slug });
  if (server !== null) return server;
  throw new RefusedError(`--slug ${JSON.stringify(slug)} belongs to another server of this account; choose another.`);
}

/** Saves the draft under the slug of its name, or the first free one after it. */
export async function saveUnderFreeSlug(
  directory: DirectoryStore,
  accountId: string,
  draft: Omit<ServerDraft, 'slug'>,
): Promise<ServerRecord> {
  for (const slug of proposeSlugs(draft.name)) {
    const server = await saveServer(directory, accountId, { ...draft, slug });
    if (server !== null) return server;
  }
  throw new RefusedError(`No free slug was found for ${JSON.stringify(draft.name)}; name one with --slug.`);
}

/** Slugs for a name in the order in which they should be tried. */
export function* proposeSlugs(name: string): Generator<string> {
  const slug = makeSlug(name);
  yield slug;
  for (let suffix = 2; suffix <= COUNTED_SUFFIXES; suffix += 1) {
    yield `${slug}-${suffix}`;
  }
  yield `${slug}-${randomBytes(4).toString('hex')}`;
}

/** @returns `null` when the slug is taken. */
async function saveServer(
  directory: DirectoryStore,
  accountId: string,
  draft: ServerDraft,
): Promise<ServerRecord | null> {
  const [saved] = await directory.saveServers(accountId, [draft]);
  return saved !== undefined && 'server' in saved ? saved.server : null;
}
