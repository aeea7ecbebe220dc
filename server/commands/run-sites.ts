import { createSite } from '../accounts/create-site.ts';
import { chooseAccount, listChosenAccounts } from '../accounts/find-account.ts';
import { normaliseOrigin } from '../accounts/normalise-origin.ts';
import { createSiteSnippet } from '../accounts/site-snippet.ts';
import { updateSite } from '../accounts/update-site.ts';
import type { SiteRecord } from '../store/directory-store.ts';
import type { CommandIo, CommandRun } from './command-io.ts';
import { formatFields, formatTable } from './format-table.ts';
import { withStores } from './with-stores.ts';
import { type OutputOptions, printAnswer, say } from './write-output.ts';

export interface CreateOptions extends OutputOptions {
  readonly account?: string;
  readonly name: string;
  readonly origin: readonly string[];
  readonly votesPerMinute?: number;
  readonly askUsername?: boolean;
}

export interface ListOptions extends OutputOptions {
  readonly account?: string;
}

export interface UpdateOptions extends OutputOptions {
  readonly name?: string;
  readonly origin?: readonly string[];
  readonly addOrigin?: readonly string[];
  readonly removeOrigin?: readonly string[];
  readonly votesPerMinute?: number | 'default';
  readonly askUsername?: boolean;
}

/** `sites create`. */
export async function runCreate({ io }: CommandRun, options: CreateOptions): Promise<void> {
  const { site, snippet, embedPage } = await withStores(io, async ({ directory }, config) => {
    const account = await chooseAccount(directory, options.account);
    const { name, origin: origins, votesPerMinute = null, askUsername = false } = options;
    const rights = { accountId: account.id, name, origins, votesPerMinute, askUsername };
    const created = await createSite(directory, { ...rights, nowMs: io.now() });
    const [server = null] = await directory.listServers(account.id);
    return {
      site: created,
      snippet: createSiteSnippet({ publicUrl: config.publicUrl, siteId: created.id, server }),
      embedPage: `${config.publicUrl}/embed?site=${created.id}`,
    };
  });
  sayWhatWasNormalised(io, options.origin);
  await printAnswer(io, options, {
    json: { siteId: site.id, snippet, embedPage, ...detailsOf(site) },
    text: `${fieldsOf(site)}\n\n${snippet}\n\nOther looks, with a preview: ${embedPage}`,
  });
  if (!io.env.PUBLIC_URL)
    say(io, 'The snippet points to this machine: set PUBLIC_URL to the address that browsers reach.');
}

/** `sites list`. */
export async function runList({ io }: CommandRun, options: ListOptions): Promise<void> {
  const sites = await withStores(io, async ({ directory }) => {
    const found: SiteRecord[] = [];
    for (const account of await listChosenAccounts(directory, options.account)) {
      found.push(...(await directory.listSites(account.id)));
    }
    return found;
  });
  await printAnswer(io, options, {
    json: { sites: sites.map((site) => ({ siteId: site.id, ...detailsOf(site) })) },
    text:
      sites.length === 0
        ? 'No sites yet; make one with `server-vote sites create --name NAME --origin https://www.example.com`.'
        : formatTable(
            ['ID', 'ACCOUNT', 'VOTES/MIN', 'NAME', 'ORIGINS'],
            sites.map((site) => [site.id, site.accountId, quotaOf(site), site.name, site.origins.join(' ')]),
          ),
  });
}

/** `sites update`. */
export async function runUpdate({ io }: CommandRun, siteId: string, options: UpdateOptions): Promise<void> {
  const { name, origin, addOrigin, removeOrigin, votesPerMinute, askUsername } = options;
  const site = await withStores(io, ({ directory }) =>
    updateSite(directory, siteId, {
      name,
      origins: origin,
      addOrigins: addOrigin,
      removeOrigins: removeOrigin,
      votesPerMinute: votesPerMinute === 'default' ? null : votesPerMinute,
      askUsername,
    }),
  );
  sayWhatWasNormalised(io, [...(origin ?? []), ...(addOrigin ?? [])]);
  await printAnswer(io, options, { json: { siteId: site.id, ...detailsOf(site) }, text: fieldsOf(site) });
}

function sayWhatWasNormalised(io: CommandIo, origins: readonly string[]): void {
  for (const text of origins) {
    const origin = normaliseOrigin(text);
    if (origin !== text) say(io, `Origin ${JSON.stringify(text)} is kept as ${origin}, the form browsers send.`);
  }
}

function detailsOf({ accountId, name, origins, votesPerMinute, askUsername, createdAt }: SiteRecord) {
  return { accountId, name, origins, votesPerMinute, askUsername, createdAt };
}

function fieldsOf(site: SiteRecord): string {
  return formatFields([
    ['Site', site.id],
    ['Name', site.name],
    ['Origins', site.origins.join(' ')],
    ['Votes/min', quotaOf(site)],
    ['Asks name', site.askUsername ? 'yes' : 'no'],
    ['Account', site.accountId],
  ]);
}

function quotaOf(site: SiteRecord): string {
  return site.votesPerMinute === null ? 'default' : String(site.votesPerMinute);
}
