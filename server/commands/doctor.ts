import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { DataFolderError, faultOf, tryDataFolder } from '../data-folder.ts';
import { isErrno } from '../is-errno.ts';
import { openStores } from '../store/open-stores.ts';
import type { Stores } from '../store/stores.ts';
import type { CommandIo, CommandRun } from './command-io.ts';
import { diagnoseAddresses, diagnoseHealth, diagnoseSecret, type Finding } from './diagnose.ts';
import { diagnoseSigns } from './diagnose-signs.ts';
import { diagnoseVotes } from './diagnose-votes.ts';
import { EXIT_FAILED, explainError } from './explain-error.ts';
import { formatTable } from './format-table.ts';
import { hasEmbeddedStore } from './store-location.ts';
import { type OutputOptions, printAnswer } from './write-output.ts';

const SECRET_FILE = 'secret';

/** `doctor`. */
export function addDoctorCommand(program: Command, run: CommandRun): void {
  program
    .command('doctor')
    .description('look at configuration, store, memory, clock, proxy and secret, and say how to right what is wrong')
    .option('--json', 'print one JSON document')
    .action((options: OutputOptions) => runDoctor(run, options));
}

async function runDoctor(run: CommandRun, options: OutputOptions): Promise<void> {
  const { io } = run;
  const findings = await examine(io);
  const healthy = findings.every(({ level }) => level !== 'fail');
  await printAnswer(io, options, {
    json: { healthy, findings },
    text: formatTable(
      ['CHECK', '', 'FINDING'],
      findings.map(({ check, level, message }) => [check, level, message]),
    ),
  });
  if (!healthy) run.exitCode = EXIT_FAILED;
}

async function examine(io: CommandIo): Promise<Finding[]> {
  try {
    const config = readConfig(io.env);
    const configured: Finding = { check: 'configuration', level: 'ok', message: 'Every variable is valid.' };
    const addresses = diagnoseAddresses(config, Boolean(io.env.PUBLIC_URL));
    const signs = await diagnoseSigns(config);
    return [
      configured,
      ...addresses,
      ...signs,
      ...(await examineSecretFile(config)),
      ...(await examineStore(io, config)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ check: 'configuration', level: 'fail', message: error.message }];
  }
}

/** Never makes a store: a folder that holds none yet is reported and left alone. */
async function examineStore(io: CommandIo, config: Config): Promise<Finding[]> {
  const warnings: string[] = [];
  try {
    if (config.redisUrl === null && !(await hasEmbeddedStore(config.dataDir))) {
      tryDataFolder(config.dataDir);
      const message = `DATA_DIR ${config.dataDir} holds no store yet; the first start makes one.`;
      return [{ check: 'store', level: 'warn', message }];
    }
    const stores = await openStores({
      ...config,
      housekeeping: false,
      onWarning: (message) => warnings.push(message),
    });
    try {
      const health = await stores.checkHealth();
      const found = diagnoseHealth(health, stores.kind);
      if (!health.ready) return found;
      const votes = await diagnoseVotes(stores, { nowMs: io.now(), votesPerMinute: config.votesPerMinute });
      return [...found, await examineSecret(io, config, stores), ...votes];
    } finally {
      await stores.close();
    }
  } catch (error) {
    const message = explainError(error).line ?? 'The store could not be opened.';
    return [{ check: 'store', level: 'fail', message }];
  }
}

async function examineSecret(io: CommandIo, config: Config, stores: Stores): Promise<Finding> {
  // Asking for the fingerprint of a secret that is not there would make one.
  const exists = config.secrets !== null || existsSync(join(config.dataDir, SECRET_FILE));
  const known = exists ? await io.services.readFingerprints(config) : null;
  return diagnoseSecret(known, await readStoredFingerprints(stores));
}

/** Read from the archive, because claiming the secret would bind a store that is bound to none yet. */
async function readStoredFingerprints(stores: Stores): Promise<string[]> {
  const found: string[] = [];
  for await (const record of stores.archive.dump()) {
    if (record.type !== 'secret') break;
    found.push(record.fingerprint);
  }
  return found;
}

async function examineSecretFile(config: Config): Promise<Finding[]> {
  if (config.secrets !== null) return [];
  const path = join(config.dataDir, SECRET_FILE);
  try {
    const open = ((await stat(path)).mode & 0o077) !== 0;
    return open
      ? [{ check: 'secret', level: 'warn', message: `${path} can be read by others: chmod 600 ${path}.` }]
      : [];
  } catch (error) {
    const fault = faultOf(config.dataDir, path, error);
    if (!(fault instanceof DataFolderError)) throw error;
    // Where the folder itself is wrong, the store is told of.
    return isErrno(error, 'ENOENT', 'ENOTDIR') ? [] : [{ check: 'secret', level: 'fail', message: fault.message }];
  }
}
