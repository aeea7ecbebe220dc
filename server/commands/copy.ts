import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { BadUsageError, RefusedError, reasonOf } from '../accounts/refused-error.ts';
import { readConfig } from '../config.ts';
import { DataFolderError } from '../data-folder.ts';
import { openStores } from '../store/open-stores.ts';
import { StoreAddressError } from '../store/store-errors.ts';
import type { Stores } from '../store/stores.ts';
import type { CommandIo, CommandRun } from './command-io.ts';
import { CopyIncompleteError, copyStores, isEmptyStore } from './copy-stores.ts';
import { countOf, formatNumber, formatTable } from './format-table.ts';
import { createProgress } from './progress.ts';
import { hasEmbeddedStore, isSameLocation, readStoreLocation, type StoreLocation } from './store-location.ts';
import { type OutputOptions, printAnswer, say } from './write-output.ts';

interface CopyOptions extends OutputOptions {
  readonly from: string;
  readonly to: string;
}

interface Route {
  readonly from: StoreLocation;
  readonly to: StoreLocation;
}

/** `copy`. */
export function addCopyCommand(program: Command, run: CommandRun): void {
  program
    .command('copy')
    .description('copy a whole store, votes and all, into an empty one; stop the service first')
    .requiredOption('--from <place>', 'Redis URL, or folder of an embedded store')
    .requiredOption('--to <place>', 'Redis URL, or folder; must be empty')
    .option('--json', 'print one JSON document')
    .action((options: CopyOptions) => runCopy(run, options));
}

async function runCopy({ io }: CommandRun, options: CopyOptions): Promise<void> {
  const route = { from: readStoreLocation(options.from, '--from'), to: readStoreLocation(options.to, '--to') };
  await checkRoute(route);
  const from = await openAt(io, '--from', route.from);
  try {
    const to = await openAt(io, '--to', route.to);
    try {
      const copied = await copyBetween(io, route, { from, to });
      await printCopied(io, options, { route, copied });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function checkRoute({ from, to }: Route): Promise<void> {
  if (isSameLocation(from, to)) throw new BadUsageError('--from and --to are the same place; name another.');
  if (from.kind === 'embedded' && !(await hasEmbeddedStore(from.dataDir))) {
    throw new RefusedError(`--from ${from.shown} holds no embedded store; name the DATA_DIR of the service.`);
  }
}

async function openAt(io: CommandIo, option: string, place: StoreLocation): Promise<Stores> {
  // Of the environment only VOTE_LOG_DAYS matters here; which store is meant is said by the options.
  const { voteLogDays } = readConfig({ VOTE_LOG_DAYS: io.env.VOTE_LOG_DAYS });
  const opening = openStores({
    redisUrl: place.kind === 'redis' ? place.redisUrl : null,
    dataDir: place.kind === 'redis' ? '' : place.dataDir,
    voteLogDays,
    housekeeping: false,
    onWarning: (message) => say(io, `Warning: ${place.shown}: ${message}`),
  });
  try {
    return await opening;
  } catch (error) {
    if (error instanceof DataFolderError) throw notAFolder(option, place, error);
    if (!(error instanceof StoreAddressError)) throw error;
    throw new BadUsageError(`${place.shown} is not valid: ${error.message}`, { cause: error });
  }
}

function notAFolder(option: string, place: StoreLocation, cause: DataFolderError): BadUsageError {
  return new BadUsageError(`${option} ${place.shown} must be a folder that this user can write: ${cause.reason}.`, {
    cause,
  });
}

async function copyBetween(
  io: CommandIo,
  { to: target }: Route,
  { from, to }: { readonly from: Stores; readonly to: Stores },
): Promise<Record<string, number>> {
  if (!(await isEmptyStore(to))) {
    throw new RefusedError(`--to ${target.shown} is not empty; name an empty one, or clear it: ${howToClear(target)}.`);
  }
  const progress = createProgress(io, null);
  try {
    return await copyStores({
      from,
      to,
      now: io.now,
      onProgress: (records, phase) => progress.update(0, `${phase}: ${countOf(records, 'record')}`),
    });
  } catch (error) {
    if (!(error instanceof CopyIncompleteError)) throw error;
    throw new RefusedError(
      `--to ${target.shown} is incomplete, because ${error.message}${reasonOf(error.cause)}; clear it and copy again: ${howToClear(target)}.`,
      { cause: error },
    );
  } finally {
    progress.stop();
  }
}

function howToClear(place: StoreLocation): string {
  return place.kind === 'redis'
    ? 'FLUSHDB in redis-cli where nothing else lives in that database (on every master of a Cluster)'
    : `delete the folder ${place.shown}`;
}

async function printCopied(
  io: CommandIo,
  options: CopyOptions,
  { route, copied }: { readonly route: Route; readonly copied: Record<string, number> },
): Promise<void> {
  const secret = secretAdvice(route);
  const rows = Object.entries(copied).map(([type, count]) => [type, formatNumber(count)]);
  await printAnswer(io, options, {
    json: { from: route.from.shown, to: route.to.shown, copied, verified: true, secret },
    text: `${formatTable(['RECORDS', 'COPIED'], rows)}\n\nEvery record was read back and is the same.`,
  });
  say(io, secret);
  say(io, `Votes that ${route.from.shown} takes from now on are not in ${route.to.shown}.`);
}

/** The votes of the last 12 hours are known by hashes under the secret, which is no part of the store. */
function secretAdvice({ from, to }: Route): string {
  const file = from.kind === 'embedded' ? join(from.dataDir, 'secret') : '';
  const known = file !== '' && existsSync(file);
  const source = known ? `the content of ${file}` : 'the SECRET the source was used with';
  if (to.kind === 'redis')
    return `Set SECRET to ${source} in every process that uses ${to.shown}; another one is refused.`;
  const target = join(to.dataDir, 'secret');
  return known
    ? `Copy ${file} to ${target}, or set SECRET to its content; another secret is refused.`
    : `Set SECRET to ${source}, or write it to ${target}; another one is refused.`;
}
