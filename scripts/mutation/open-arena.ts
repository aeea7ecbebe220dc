import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Mutant } from './mutants.ts';

/** A copy of the project in which scripts are broken; the project itself is not touched. */
export interface Arena {
  /** Runs the suites as they are. @returns the first test that fails, or `null` */
  run(): string | null;
  /** Runs the suites with one script broken. @returns the first test that fails, or `null` when none sees it */
  try(mutant: Mutant): string | null;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

interface Suite {
  readonly file: string;
  /** Pattern of the names of its tests. */
  readonly only: string;
}

/** The suites, those that see most first. Each ends at its first failure. */
const SUITES: readonly Suite[] = [
  { file: 'redis-stores', only: '^VoteStore on' },
  ...['redis-details', 'redis-refuses', 'group-calls', 'time-zones', 'redis-user'].map((file) => ({ file, only: '' })),
];
/** On a busy machine a test may fail by itself. */
const RETRIES = '2';
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.verify', 'data']);
const DEADLINE_MS = 240_000;

/** Copies the project to a folder of its own, which is gone when this process ends. */
export function openArena(): Arena {
  const folder = mkdtempSync(join(tmpdir(), 'server-vote-mutants-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync('.', folder, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const run = () => runSuites(folder);
  return {
    run,
    try({ file, text }) {
      const path = join(folder, file);
      const whole = readFileSync(path, 'utf8');
      writeFileSync(path, text);
      try {
        return run();
      } finally {
        writeFileSync(path, whole);
      }
    },
  };
}

function runSuites(folder: string): string | null {
  for (const suite of SUITES) {
    const failure = runSuite(folder, suite);
    if (failure !== null) return failure;
  }
  return null;
}

function runSuite(folder: string, { file, only }: Suite): string | null {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const what = [`server/store/redis/${file}.test.ts`, '--testNamePattern', only];
  const options = [
    '--project',
    'unit',
    '--bail',
    '1',
    '--retry',
    RETRIES,
    '--reporter',
    'json',
    '--outputFile',
    report,
  ];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...options, ...what],
    {
      cwd: folder,
      encoding: 'utf8',
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
    },
  );
  if (status === 0) return null;
  if (status === null) throw new Error(`The suites did not end within ${DEADLINE_MS / 1000} s.`);
  return firstFailure(JSON.parse(readFileSync(report, 'utf8'))) ?? fail(status, stderr);
}

function firstFailure({ testResults }: VitestReport): string | null {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests.find(({ status }) => status === 'failed')?.fullName ?? null;
}

function fail(status: number, stderr: string): never {
  throw new Error(`The suites ended with ${status}, and no test failed: ${stderr}`);
}
