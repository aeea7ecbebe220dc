import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findFirefox } from '../e2e/find-firefox.ts';
import { findUnseenAnswers, readNotes } from './verify/check-answers.ts';
import { ensureTools } from './verify/ensure-tools.ts';
import { runNode, runScript, runSteps, runTool, type Step } from './verify/run-steps.ts';
import { closingLine, readTotals, STORES } from './verify/test-reports.ts';

/**
 * `npm run verify`: everything that has to hold before a change is done. Runs from the root of the project. With `--firefox`
 * that browser is needed too, with `--gcc` the compiler of some faults; without, they are used where they are installed.
 */
const RESULTS = resolve('.verify/results');
const ANSWERS = resolve('.verify/answers.ndjson');
const MORE_TOOLS = { withFirefox: process.argv.includes('--firefox'), withGcc: process.argv.includes('--gcc') };

/** Its linter works without the network; it need not look for a newer one, nor tell anybody. */
const QUIET_REDOCLY = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const STEPS: readonly Step[] = [
  { title: 'Tools that the tests run against', run: () => ensureTools(MORE_TOOLS) },
  { title: 'Lint, format and layers', run: () => runScript('lint') },
  { title: 'Types', run: () => runScript('types') },
  { title: 'Unused files, exports and packages', run: () => runScript('unused') },
  { title: 'Unit tests and store contracts', run: () => runVitest('unit') },
  { title: 'Elements in Chromium', run: () => runVitest('widget') },
  { title: 'Build', run: () => runScript('build') },
  { title: 'OpenAPI document, by a public linter', run: () => runScript('openapi:lint', QUIET_REDOCLY) },
  { title: 'System tests of the built product', run: () => runVitest('system') },
  { title: 'Faults, the short form', run: runFaults },
  { title: 'End-to-end tests in Chromium', run: runBrowserTests },
  { title: 'Smoke test in Firefox', run: runFirefox },
  { title: 'Every documented answer was given to a test', run: checkAnswers },
  { title: 'No test was skipped', run: refuseSkips },
];

rmSync(RESULTS, { recursive: true, force: true });
rmSync(ANSWERS, { force: true });
mkdirSync(RESULTS, { recursive: true });
writeFileSync(ANSWERS, '');

const held = runSteps(STEPS, console.log);
const found = readTotals(RESULTS);
// A step that fails without a failed test must not end in a line that says that nothing failed.
if (!held && found.failed === 0) writeFileSync(`${RESULTS}/steps.json`, JSON.stringify({ failedSteps: 1 }));
const totals = readTotals(RESULTS);
for (const store of STORES) console.log(`${totals.onStores[store]} tests on ${store}`);
console.log(closingLine(totals));
process.exitCode = held ? 0 : 1;

function runVitest(project: string): void {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}/${project}.json`];
  runTool('vitest/vitest.mjs', ['run', '--project', project, ...reporters], { VERIFY_ANSWERS: ANSWERS });
}

function runBrowserTests(): void {
  runTool('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/e2e.json`,
  });
}

function runFirefox(): void {
  if (findFirefox(process.env) === null) console.log('Firefox is not installed here; `.ci/run` tests in it.');
  else runVitest('firefox');
}

function runFaults(): void {
  runTool('typescript/bin/tsc', ['-p', 'faults']);
  runNode(['.verify/js/faults/faults.js', '--out', `${RESULTS}/faults.json`]);
}

function checkAnswers(): void {
  const unseen = findUnseenAnswers(JSON.parse(readFileSync('docs/openapi.json', 'utf8')), readNotes(ANSWERS));
  if (unseen.length > 0) throw new Error(`No test was given these answers of the document:\n  ${unseen.join('\n  ')}`);
}

function refuseSkips(): void {
  const { skipped } = readTotals(RESULTS);
  if (skipped > 0) throw new Error(`${skipped} tests were skipped; each has to run or to go.`);
}
