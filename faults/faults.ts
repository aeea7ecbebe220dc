import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../bench/command-line.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { countResults, lineOf, type Report, type Result, requireRun } from './report/report.ts';
import { writeTable } from './report/write-table.ts';
import { runScenario } from './run-scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** `npm run faults`: breaks what the built product runs on while votes come in. Runs from the root of the project. */
const PAGE = 'docs/operations.md';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  const names = SCENARIOS.map(({ name }) => name);
  const options = readOptions(process.argv.slice(2), names);
  process.exitCode = options.table.length > 0 ? updatePage(options.table) : await runFaults(options);
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else console.error(error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** @returns the exit code: 1 when a promise was broken. */
async function runFaults({ only, isLong, isComplete, out }: Options): Promise<number> {
  if (!existsSync('dist/server/cli.js')) throw new UsageError('There is nothing to break; run `npm run build` first.');
  const chosen = SCENARIOS.filter(({ name, isShort = false }) =>
    only.length === 0 ? isLong || isShort : only.includes(name),
  );
  const results: Result[] = [];
  for (const scenario of chosen) {
    const played = await runScenario(scenario, isLong);
    const result = isComplete ? requireRun(played) : played;
    console.log(lineOf(result));
    results.push(result);
  }
  const counts = countResults(results);
  const report: Report = { date: new Date().toISOString(), form: isLong ? 'long' : 'short', ...counts, results };
  if (out !== null) {
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, `${JSON.stringify(report, null, 2)}\n`);
  }
  if (counts.notRun > 0) console.log(`${counts.notRun} not run`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 ? 0 : 1;
}

function updatePage(files: readonly string[]): number {
  const reports = files.map((file): Report => JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(PAGE, writeTable(readFileSync(PAGE, 'utf8'), reports));
  return 0;
}
