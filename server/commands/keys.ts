import { type Command, Option } from 'commander';
import { createKey } from '../accounts/create-key.ts';
import { chooseAccount, listChosenAccounts } from '../accounts/find-account.ts';
import { revokeKey } from '../accounts/revoke-key.ts';
import { rotateKey } from '../accounts/rotate-key.ts';
import type { KeyKind, KeyRecord } from '../store/directory-store.ts';
import type { CommandRun } from './command-io.ts';
import { formatFields, formatTable } from './format-table.ts';
import { parseDuration, parseQuota } from './parse-options.ts';
import { withStores } from './with-stores.ts';
import { type OutputOptions, printAnswer, say } from './write-output.ts';

interface CreateOptions extends OutputOptions {
  readonly account?: string;
  readonly kind: KeyKind;
  readonly attest?: boolean;
  readonly votesPerMinute?: number;
}

interface ListOptions extends OutputOptions {
  readonly account?: string;
}

interface RotateOptions extends OutputOptions {
  readonly overlap: number;
}

const DAY_MS = 86_400_000;
const SHOWN_ONCE = 'Keep the key now: it is stored as a hash and cannot be shown again.';

/** `keys create|list|rotate|revoke`. */
export function addKeysCommands(program: Command, run: CommandRun): void {
  const keys = program.command('keys').description('API keys of an account');
  keys
    .command('create')
    .description('create a key and show it, once')
    .option('--account <account>', 'id or username of the owner; may be left out where there is one account')
    .addOption(
      new Option('--kind <kind>', 'vote: for /vote; user: for /v1').choices(['vote', 'user']).makeOptionMandatory(),
    )
    .option('--attest', 'let it vouch for the addresses of voters, which lets its holder invent voters (vote keys)')
    .option('--votes-per-minute <count>', 'its own quota instead of the one of the service (vote keys)', parseQuota)
    .option('--json', 'print one JSON document')
    .action((options: CreateOptions) => runCreate(run, options));
  keys
    .command('list')
    .description('list the keys of an account, or of all; never the keys themselves')
    .option('--account <account>', 'id or username')
    .option('--json', 'print one JSON document')
    .action((options: ListOptions) => runList(run, options));
  keys
    .command('rotate')
    .description('replace a key by a new one with the same rights')
    .argument('<id>', 'id of the key, key_...')
    .addOption(
      new Option('--overlap <time>', 'how long the old key still works: 24h, 90m, 0 for not at all')
        .argParser(parseDuration)
        .default(DAY_MS, '24h'),
    )
    .option('--json', 'print one JSON document')
    .action((id: string, options: RotateOptions) => runRotate(run, id, options));
  keys
    .command('revoke')
    .description('end a key now')
    .argument('<id>', 'id of the key, key_...')
    .option('--json', 'print one JSON document')
    .action((id: string, options: OutputOptions) => runRevoke(run, id, options));
}

async function runCreate({ io }: CommandRun, options: CreateOptions): Promise<void> {
  const { record, text } = await withStores(io, async ({ directory }) => {
    const account = await chooseAccount(directory, options.account);
    const { kind, attest = false, votesPerMinute = null } = options;
    return createKey(directory, { accountId: account.id, kind, attest, votesPerMinute }, io.now());
  });
  await printAnswer(io, options, {
    json: { keyId: record.id, key: text, ...rightsOf(record) },
    text: formatFields([
      ['Key', text],
      ['Id', record.id],
      ['Kind', record.kind],
      ['Account', record.accountId],
    ]),
  });
  say(io, SHOWN_ONCE);
}

async function runList({ io }: CommandRun, options: ListOptions): Promise<void> {
  const keys = await withStores(io, async ({ directory }) => {
    const found: KeyRecord[] = [];
    for (const account of await listChosenAccounts(directory, options.account)) {
      found.push(...(await directory.listKeys(account.id)));
    }
    return found;
  });
  const nowMs = io.now();
  await printAnswer(io, options, {
    json: { keys: keys.map((key) => ({ keyId: key.id, hint: key.hint, ...rightsOf(key), ...stateOf(key, nowMs) })) },
    text:
      keys.length === 0
        ? 'No keys yet; make one with `server-vote keys create --kind vote`.'
        : formatTable(
            ['ID', 'ACCOUNT', 'KIND', 'KEY', 'ATTEST', 'VOTES/MIN', 'CREATED', 'STATE'],
            keys.map((key) => rowOf(key, nowMs)),
          ),
  });
}

async function runRotate({ io }: CommandRun, keyId: string, options: RotateOptions): Promise<void> {
  const { record, text, replaced } = await withStores(io, ({ directory }) =>
    rotateKey(directory, { keyId, overlapMs: options.overlap, nowMs: io.now() }),
  );
  const endsAt = new Date(replaced.expiresAtMs).toISOString();
  await printAnswer(io, options, {
    json: { keyId: record.id, key: text, ...rightsOf(record), replaced: { keyId: replaced.id, expiresAt: endsAt } },
    text: formatFields([
      ['Key', text],
      ['Id', record.id],
      ['Kind', record.kind],
      ['Account', record.accountId],
      [
        'Replaces',
        replaced.expiresAtMs <= io.now()
          ? `${replaced.id}, which has ended`
          : `${replaced.id}, which works until ${endsAt}`,
      ],
    ]),
  });
  say(io, SHOWN_ONCE);
}

async function runRevoke({ io }: CommandRun, keyId: string, options: OutputOptions): Promise<void> {
  const key = await withStores(io, ({ directory }) => revokeKey(directory, keyId, io.now()));
  const { expiresAt } = stateOf(key, io.now());
  await printAnswer(io, options, {
    json: { keyId: key.id, revoked: true, expiresAt },
    text: `Key ${key.id} (${key.hint}) ended at ${expiresAt}.`,
  });
}

function rightsOf({ accountId, kind, attest, votesPerMinute }: KeyRecord) {
  return { accountId, kind, attest, votesPerMinute };
}

function stateOf({ createdAt, expiresAtMs }: KeyRecord, nowMs: number) {
  const active = expiresAtMs === null || expiresAtMs > nowMs;
  return { active, createdAt, expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString() };
}

function rowOf(key: KeyRecord, nowMs: number): string[] {
  const { active, expiresAt } = stateOf(key, nowMs);
  const end = expiresAt === null ? 'active' : `${active ? 'until' : 'ended'} ${expiresAt}`;
  const quota = key.votesPerMinute === null ? 'default' : String(key.votesPerMinute);
  return [
    key.id,
    key.accountId,
    key.kind,
    key.hint,
    key.attest ? 'yes' : 'no',
    key.kind === 'vote' ? quota : '-',
    key.createdAt,
    end,
  ];
}
