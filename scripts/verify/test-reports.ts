import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the runners counted. A skipped test is neither passed nor failed, and is not accepted anywhere. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Passed tests whose suite ran on each store. */
  readonly onStores: Readonly<Record<StoreName, number>>;
}

export type StoreName = (typeof STORES)[number];

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly ancestorTitles: readonly string[] }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

interface StepReport {
  readonly failedSteps: number;
}

/** Of `npm run faults`. What was not run is neither passed nor failed, and says so itself. */
interface FaultReport {
  readonly notRun: number;
  readonly passed: number;
  readonly failed: number;
}

type Report = VitestReport | PlaywrightReport | StepReport | FaultReport;

export const STORES = ['embedded store', 'Redis', 'Redis Cluster'] as const;

const ON_STORE = / on (?:the |a )?(embedded store|Redis Cluster|Redis)$/;
const NONE: Totals = {
  passed: 0,
  failed: 0,
  skipped: 0,
  onStores: { 'embedded store': 0, Redis: 0, 'Redis Cluster': 0 },
};

/** Sums every report in a folder: those of vitest, of playwright and of the faults, and the steps that failed on their own. */
export function readTotals(folder: string): Totals {
  if (!existsSync(folder)) return NONE;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => totalsOf(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .reduce(add, NONE);
}

/** The sentence that closes a run. */
export function closingLine({ passed, failed }: Totals): string {
  return `${passed} passed, ${failed} failed`;
}

function totalsOf(report: Report): Totals {
  if ('failedSteps' in report) return { ...NONE, failed: report.failedSteps };
  if ('notRun' in report) return { ...NONE, passed: report.passed, failed: report.failed };
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { ...NONE, passed: expected, failed: unexpected + flaky, skipped };
  }
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === 'passed');
  const failed = tests.filter((test) => test.status === 'failed');
  // A file that cannot be loaded fails without a test of its own.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: passed.length,
    failed: failed.length + broken.length,
    skipped: tests.length - passed.length - failed.length,
    onStores: {
      'embedded store': passed.filter((test) => storeOf(test.ancestorTitles) === 'embedded store').length,
      Redis: passed.filter((test) => storeOf(test.ancestorTitles) === 'Redis').length,
      'Redis Cluster': passed.filter((test) => storeOf(test.ancestorTitles) === 'Redis Cluster').length,
    },
  };
}

/** The store in a title such as `VoteStore on a Redis Cluster`; the innermost one counts. */
function storeOf(titles: readonly string[]): string | undefined {
  return titles.map((title) => ON_STORE.exec(title)?.[1]).findLast((name) => name !== undefined);
}

function add(a: Totals, b: Totals): Totals {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    onStores: {
      'embedded store': a.onStores['embedded store'] + b.onStores['embedded store'],
      Redis: a.onStores.Redis + b.onStores.Redis,
      'Redis Cluster': a.onStores['Redis Cluster'] + b.onStores['Redis Cluster'],
    },
  };
}
