import { promises as timers } from 'node:timers';
import type { Statement } from 'better-sqlite3';
import type { DirectoryStore, SavedServer, ServerDraft, ServerRecord } from '../directory-store.ts';
import { foldName } from '../fold-name.ts';
import type { ListedName } from '../listed-name.ts';
import type { DirectoryParts } from './account-directory.ts';
import type { DirectoryWrite } from './change-watch.ts';
import { ServerRows } from './server-rows.ts';

/** Rows that one transaction saves, so that votes need not wait long for it. */
const ROWS_PER_STEP = 500;

type ServerMethods = Pick<
  DirectoryStore,
  | 'saveServers'
  | 'findServer'
  | 'findServerBySlug'
  | 'findListedServers'
  | 'findServersByName'
  | 'listServers'
  | 'deleteServer'
  | 'assignServer'
>;

export class ServerDirectory implements ServerMethods {
  readonly #parts: DirectoryParts;
  readonly #rows: ServerRows;
  readonly #account: Statement<[string], { readonly num: number; readonly lastServerNum: number }>;
  readonly #saveLastNum: Statement<[number, number]>;

  constructor(parts: DirectoryParts) {
    const { db } = parts.file;
    this.#parts = parts;
    this.#rows = new ServerRows(db);
    this.#account = db.prepare('SELECT num, last_server_num AS lastServerNum FROM accounts WHERE id = ?');
    this.#saveLastNum = db.prepare('UPDATE accounts SET last_server_num = ? WHERE num = ?');
  }

  async saveServers(accountId: string, drafts: readonly ServerDraft[]): Promise<SavedServer[]> {
    const saved: SavedServer[] = [];
    for (let start = 0; start < drafts.length; start += ROWS_PER_STEP) {
      if (start > 0) await timers.setImmediate();
      const step = drafts.slice(start, start + ROWS_PER_STEP);
      saved.push(...(await this.#parts.changes.write(() => this.#saveStep(accountId, step))));
    }
    return saved;
  }

  async findServer(id: string): Promise<ServerRecord | null> {
    return this.#read(() => this.#rows.byId.get(id) ?? null);
  }

  async findServerBySlug(accountId: string, slug: string): Promise<ServerRecord | null> {
    return this.#read(() => this.#rows.bySlug.get(accountId, slug) ?? null);
  }

  async findListedServers(accountId: string, names: readonly ListedName[]): Promise<(ServerRecord | null)[]> {
    return this.#read(() =>
      names.map((name) => {
        const server = 'id' in name ? this.#rows.byId.get(name.id) : this.#rows.bySlug.get(accountId, name.slug);
        return server?.accountId === accountId ? server : null;
      }),
    );
  }

  async findServersByName(accountId: string, name: string): Promise<ServerRecord[]> {
    return this.#read(() => this.#rows.byName.all(accountId, foldName(name)));
  }

  async listServers(accountId: string): Promise<ServerRecord[]> {
    return this.#read(() => this.#rows.ofAccount.all(accountId));
  }

  async deleteServer(id: string): Promise<boolean> {
    const { changes, graves } = this.#parts;
    const isDeleted = await changes.write(() => {
      const server = this.#rows.byId.get(id);
      const account = server && this.#account.get(server.accountId);
      if (server === undefined || account === undefined) return { answer: false, changed: [] };
      this.#rows.delete(account.num, server.num);
      graves.digForServer(account.num, server.num);
      return { answer: true, changed: [server.accountId] };
    });
    if (isDeleted) await graves.fill();
    return isDeleted;
  }

  async assignServer(id: string, accountId: string): Promise<'moved' | 'not_found' | 'has_votes' | 'slug_taken'> {
    const { changes, journal } = this.#parts;
    return changes.write(() => {
      const server = this.#rows.byId.get(id);
      const from = server && this.#account.get(server.accountId);
      const to = this.#account.get(accountId);
      if (server === undefined || from === undefined || to === undefined) return { answer: 'not_found', changed: [] };
      if (from.num === to.num) return { answer: 'moved', changed: [] };
      journal.sync();
      const unmoved = journal.countUnmoved(from.num).get(server.num) ?? 0;
      if (this.#rows.votes(from.num, server.num) + unmoved > 0) return { answer: 'has_votes', changed: [] };
      if (this.#rows.bySlug.get(accountId, server.slug) !== undefined) return { answer: 'slug_taken', changed: [] };
      const num = to.lastServerNum + 1;
      this.#rows.delete(from.num, server.num);
      this.#rows.insert(to.num, { ...server, accountId, num });
      this.#saveLastNum.run(num, to.num);
      return { answer: 'moved', changed: [server.accountId, accountId] };
    });
  }

  #saveStep(accountId: string, drafts: readonly ServerDraft[]): DirectoryWrite<SavedServer[]> {
    const account = this.#account.get(accountId);
    if (account === undefined) throw new Error(`There is no account ${accountId}.`);
    let lastNum = account.lastServerNum;
    const saved = drafts.map((draft): SavedServer => {
      const known = this.#rows.byId.get(draft.id);
      if (known !== undefined && known.accountId !== accountId) return { status: 'owned_by_another' };
      const holder = this.#rows.bySlug.get(accountId, draft.slug);
      if (holder !== undefined && holder.id !== draft.id) return { status: 'slug_taken' };
      if (known !== undefined) return this.#update(account.num, known, draft);
      lastNum += 1;
      const server = recordOf(draft, accountId, lastNum);
      this.#rows.insert(account.num, server);
      return { status: 'created', server };
    });
    if (lastNum !== account.lastServerNum) this.#saveLastNum.run(lastNum, account.num);
    const isChanged = saved.some(({ status }) => status === 'created' || status === 'updated');
    return { answer: saved, changed: isChanged ? [accountId] : [] };
  }

  #update(account: number, known: ServerRecord, draft: ServerDraft): SavedServer {
    const isSame =
      known.slug === draft.slug &&
      known.name === draft.name &&
      known.description === draft.description &&
      known.image === draft.image;
    if (isSame) return { status: 'unchanged', server: known };
    const server = { ...recordOf(draft, known.accountId, known.num), createdAt: known.createdAt };
    this.#rows.update(account, server);
    return { status: 'updated', server };
  }

  #read<T>(work: () => T): T {
    this.#parts.changes.look();
    return this.#parts.file.read(work);
  }
}

/** Only the members that a record has, whatever else the draft carries. */
function recordOf(draft: ServerDraft, accountId: string, num: number): ServerRecord {
  const { id, slug, name, description, image, createdAt } = draft;
  return { id, accountId, num, slug, name, description, image, createdAt };
}
