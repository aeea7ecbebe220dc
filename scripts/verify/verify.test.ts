import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findUnseenAnswers } from './check-answers.ts';
import { ensureTools } from './ensure-tools.ts';
import { runSteps } from './run-steps.ts';
import { closingLine, readTotals } from './test-reports.ts';

const ran = (status: string, ...ancestorTitles: string[]) => ({ status, ancestorTitles });
const vitestReport = (assertionResults: readonly object[], status = 'passed') => ({
  testResults: [{ status, assertionResults }],
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('totals', () => {
  test('sum what every runner reports, and count tests by the store that their suite ran on', () => {
    const totals = totalsOf([
      vitestReport([
        ran('passed', 'VoteStore on the embedded store', 'races'),
        ran('passed', 'VoteStore on Redis', 'races'),
        ran('passed', 'VoteStore on a Redis Cluster', 'races'),
        ran('passed', 'the vote route on Redis'),
        ran('passed', 'readConfig'),
        ran('failed', 'VoteStore on Redis', 'log'),
      ]),
      { stats: { expected: 4, unexpected: 1, flaky: 0, skipped: 0 } },
    ]);
    expect(totals).toEqual({
      passed: 9,
      failed: 2,
      skipped: 0,
      onStores: { 'embedded store': 1, Redis: 2, 'Redis Cluster': 1 },
    });
    expect(closingLine(totals)).toBe('9 passed, 2 failed');
  });

  test('a file that cannot be loaded, a flaky test and a failed step each count as failed', () => {
    const { failed } = totalsOf([
      vitestReport([], 'failed'),
      { stats: { expected: 0, unexpected: 0, flaky: 1, skipped: 0 } },
      { failedSteps: 1 },
    ]);
    expect(failed).toBe(3);
  });

  test('a fault that was played counts, and one that could not be played here counts as nothing', () => {
    const { passed, failed, skipped } = totalsOf([{ passed: 11, failed: 1, notRun: 4 }]);
    expect({ passed, failed, skipped }).toEqual({ passed: 11, failed: 1, skipped: 0 });
  });

  test('skipped and todo tests are counted apart', () => {
    const { skipped, passed } = totalsOf([
      vitestReport([ran('skipped'), ran('todo'), ran('pending')]),
      { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 2 } },
    ]);
    expect({ skipped, passed }).toEqual({ skipped: 5, passed: 0 });
  });

  test('a folder that is not there holds nothing', () => {
    expect(closingLine(readTotals('/nowhere/at/all'))).toBe('0 passed, 0 failed');
  });
});

describe('documented answers', () => {
  const document = {
    paths: {
      '/vote': { post: { operationId: 'castVote', responses: { 200: {}, 413: {} } } },
      '/vote/check': { get: { operationId: 'checkVote', responses: { 200: {} } } },
    },
  };

  test('one that no test was given is named', () => {
    const noted = [
      { operation: 'castVote', status: 200 },
      { operation: 'checkVote', status: 413 },
    ];
    expect(findUnseenAnswers(document, noted)).toEqual(['castVote 413', 'checkVote 200']);
  });

  test('nothing is named when every pair was given', () => {
    const noted = [
      { operation: 'castVote', status: 200 },
      { operation: 'castVote', status: 413 },
      { operation: 'checkVote', status: 200 },
    ];
    expect(findUnseenAnswers(document, noted)).toEqual([]);
  });
});

describe('steps', () => {
  test('run in order until the first that throws', () => {
    const order: string[] = [];
    const step = (title: string, fails = false) => ({
      title,
      run() {
        order.push(title);
        if (fails) throw new Error(`${title} does not hold`);
      },
    });
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    expect(runSteps([step('one'), step('two')], say)).toBe(true);
    expect(said.at(-1)).toMatch(/All 2 steps held/);
    expect(runSteps([step('three'), step('four', true), step('five')], say)).toBe(false);
    expect(order).toEqual(['one', 'two', 'three', 'four']);
    expect(said).toContain('\n[2/3] four');
    expect(said).toContain('four does not hold');
    expect(said.at(-1)).toMatch(/Failed: four/);
  });
});

describe('tools', () => {
  test('where nothing is there and nothing can be installed, it says what to install', () => {
    vi.stubEnv('PATH', '/nowhere');
    vi.stubEnv('CHROMIUM', '/nowhere/chromium');
    expect(() => ensureTools()).toThrow(/Install Redis 7 or newer.*\nInstall Chromium, or set CHROMIUM/);
  });

  test('Firefox is asked for only where it is needed', () => {
    vi.stubEnv('PATH', '/nowhere');
    vi.stubEnv('FIREFOX', '/nowhere/firefox');
    expect(() => ensureTools({ withFirefox: true })).toThrow(/Install Firefox, or set FIREFOX/);
    expect(() => ensureTools()).toThrow(/^(?!.*Firefox)/s);
  });

  test('gcc and the headers of C are asked for only where every fault has to run', () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(() => ensureTools({ withGcc: true })).toThrow(/Install gcc.*\nInstall the headers of C/);
    expect(() => ensureTools()).toThrow(/^(?!.*gcc)/s);
  });
});

function totalsOf(reports: readonly object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  for (const [index, report] of reports.entries()) {
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(report));
  }
  const totals = readTotals(folder);
  rmSync(folder, { recursive: true });
  return totals;
}
