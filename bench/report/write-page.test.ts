import { expect, test } from 'vitest';
import type { Sources } from './sources.ts';
import { type Finished, latestOf, writePage } from './write-page.ts';

const SOURCES: Sources = { commit: '1a2b3c4 of 2026-01-02', isChanged: false, product: 'p1', bench: 'b1' };

function runOf(title: string, date: string, sources: Sources = SOURCES): Finished {
  const benchmark = { name: title, title, method: ['How.'], run: () => Promise.reject(new Error('not run here')) };
  return { benchmark, findings: { tables: [], claims: [], figures: {} }, date, rounds: 5, seconds: 3, sources };
}

test('the page names machine, versions, day and the commit that was measured, once where all is of the same', () => {
  const page = writePage({ Node: 'v20' }, [runOf('Votes', '2026-01-03'), runOf('Growth', '2026-01-04')]);
  expect(page).toContain('| Node | v20 |\n| Sources | commit 1a2b3c4 of 2026-01-02 |');
  expect(page).toContain('## Votes\n\nHow.\n\nMeasured on 2026-01-03 in 5 rounds');
  expect(page.match(/1a2b3c4/g)).toHaveLength(1);
});

test('a section of another product, or by another benchmark, says so, and of which', () => {
  const older = { ...SOURCES, commit: '0f0f0f0 of 2025-12-31' };
  const page = writePage({}, [
    runOf('Latest', '2026-01-04'),
    runOf('Old product', '2026-01-01', { ...older, product: 'p0' }),
    runOf('Old benchmark', '2026-01-01', { ...older, bench: 'b0' }),
    runOf('Other commit, same files', '2026-01-01', older),
  ]);
  const [, latest, oldProduct, oldBenchmark, sameFiles] = page.split('\n## ');
  expect(latest).not.toContain('This is of');
  expect(oldProduct).toContain('**This is of another state of the product: commit 0f0f0f0 of 2025-12-31.**');
  expect(oldBenchmark).toContain('**This is of another state of the benchmark: commit 0f0f0f0 of 2025-12-31.**');
  expect(sameFiles).not.toContain('This is of');
});

test('the latest run is the one with the last date, wherever it stands', () => {
  const runs = [runOf('b', '2026-01-02T09'), runOf('c', '2026-01-02T10'), runOf('a', '2026-01-01T11')];
  expect(latestOf(runs).benchmark.name).toBe('c');
  expect(() => latestOf([])).toThrow(RangeError);
});
