import { describe, expect, test } from 'vitest';
import { countResults, describeViolations, lineOf, type Report, type Result, requireRun } from './report.ts';
import { writeTable } from './write-table.ts';

const FIGURES = {
  requests: 1_200,
  acknowledged: 400,
  lost: 0,
  doubled: 0,
  unknownButApplied: 3,
  refused: 17,
  resetUnheard: 0,
  longestGapSeconds: 2.46,
  slowestMs: 549.7,
};

function passed(own: Partial<Extract<Result, { state: 'passed' | 'failed' }>> = {}): Result {
  const common = { name: 'kill-redis', title: 'kill -9 of Redis', seconds: 9.4, bound: null, faults: [] };
  return { ...common, state: 'passed', figures: FIGURES, ...own };
}

const NOT_RUN: Result = { name: 'disk-full', title: 'the disk full', state: 'not run', reason: 'needs root' };

describe('the report', () => {
  test('never counts what was not run as passed', () => {
    expect(countResults([passed(), NOT_RUN, passed({ state: 'failed' })])).toEqual({ passed: 1, failed: 1, notRun: 1 });
    expect(lineOf(NOT_RUN)).toMatch(/^disk-full +not run: needs root$/);
  });

  test('counts what was not run as failed, and says why, where everything has to run', () => {
    const results = [passed(), NOT_RUN].map(requireRun);
    expect(countResults(results)).toEqual({ passed: 1, failed: 1, notRun: 0 });
    expect(results.map(lineOf).join('\n')).toContain('    It was not run: it needs root.');
  });

  test('has one line for each scenario with its figures, and one for each fault', () => {
    expect(lineOf(passed())).toMatch(
      /^kill-redis +passed +9 s {2}1200 requests {2}400 acknowledged {2}0 lost {2}0 doubled {2}gap 2\.5 s /,
    );
    const failed = passed({ state: 'failed', figures: null, faults: ['It broke.\nIt said why.'] });
    expect(lineOf(failed).split('\n').slice(1)).toEqual(['    It broke.', '    It said why.']);
  });

  test('shows some of many broken promises and how many more there are', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ invariant: 1 as const, what: `v${index} voted twice.` }));
    const said = describeViolations(many);
    expect(said[0]).toBe('invariant 1: v0 voted twice.');
    expect(said.at(-1)).toBe('... and 30 more.');
  });
});

describe('the table of the page', () => {
  const BEGIN = '<!-- written by `npm run faults -- --table`, do not edit -->';
  const END = '<!-- end of what `npm run faults` writes -->';
  const report = (...results: Result[]): Report => {
    return { date: '2026-01-02T03:04:05.000Z', form: 'long', ...countResults(results), results };
  };

  test('sums runs, keeps the longest gap, and leaves the rest of the page alone', () => {
    const slower = passed({ figures: { ...FIGURES, lost: 2, longestGapSeconds: 3.01 }, bound: 'a little' });
    const page = writeTable(`before\n${BEGIN}\nold\n${END}\nafter\n`, [report(passed()), report(slower)]);
    expect(page).toMatch(/^before\n/);
    expect(page).toMatch(/\nafter\n$/);
    expect(page).not.toContain('old');
    expect(page).toContain('| kill -9 of Redis | 2,400 | 800 | 2 | 0 | 3.0 | 550 | a little |');
    expect(writeTable(page, [report(passed()), report(slower)])).toBe(page);
  });

  test('says of a scenario that a run left out or that failed so much', () => {
    const broken = passed({ state: 'failed', faults: ['invariant 1'] });
    const page = writeTable(`${BEGIN}\n${END}`, [report(NOT_RUN, broken)]);
    expect(page).toContain('| the disk full | not measured |');
    expect(page).toContain('| kill -9 of Redis (failed) |');
    expect(page).toContain('0 passed, 1 failed, 1 not run');
  });

  test('needs a page with its marks', () => {
    expect(() => writeTable('nothing', [])).toThrow('The page needs these two lines');
  });
});
