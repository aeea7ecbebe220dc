import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Benchmark } from '../benchmark.ts';
import type { Claim } from './claims.ts';
import { openKeptRuns } from './kept-runs.ts';
import type { Finished } from './write-page.ts';

const MACHINE = { Node: 'v20', Redis: '7.0' };

function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'kept-runs-')), 'runs');
}

function benchmarkOf(name: string): Benchmark {
  return { name, title: name, method: [], run: () => Promise.reject(new Error('not run here')) };
}

function runOf(name: string, measured: number): Finished {
  const claim: Claim = { what: 'speed', measured, unit: '', sense: 'at least', gate: 1, target: null };
  const findings = { tables: [], claims: [claim], figures: {} };
  return { benchmark: benchmarkOf(name), findings, date: '2026-01-01T00:00:00.000Z', rounds: 5, seconds: 3 };
}

test('the last run of a benchmark is found again, also by a later process, and others are missing', () => {
  const folder = newFolder();
  openKeptRuns(folder, MACHINE).keep(runOf('vote', 0.5));
  openKeptRuns(folder, MACHINE).keep(runOf('vote', 2));
  const { runs, missing } = openKeptRuns(folder, MACHINE).read([benchmarkOf('vote'), benchmarkOf('growth')]);
  expect(runs.map(({ findings }) => findings.claims[0]?.measured)).toEqual([2]);
  expect(missing).toEqual(['growth']);
});

test('a benchmark that runs only when it is named is read where it was run, and never missing', () => {
  const rare: Benchmark = { ...benchmarkOf('ten-million'), onlyByName: true };
  const folder = newFolder();
  expect(openKeptRuns(folder, MACHINE).read([rare])).toEqual({ runs: [], missing: [] });
  openKeptRuns(folder, MACHINE).keep({ ...runOf('ten-million', 2), benchmark: rare });
  expect(openKeptRuns(folder, MACHINE).read([rare])).toMatchObject({ runs: [{ benchmark: rare }], missing: [] });
});

test('a figure that could not be measured stays one, and proves nothing', () => {
  const runs = openKeptRuns(newFolder(), MACHINE);
  runs.keep(runOf('vote', Number.NaN));
  expect(runs.read([benchmarkOf('vote')]).runs[0]?.findings.claims[0]?.measured).toBeNaN();
});

test('what was measured with another version counts as not run', () => {
  const folder = newFolder();
  openKeptRuns(folder, MACHINE).keep(runOf('vote', 2));
  expect(openKeptRuns(folder, { ...MACHINE, Redis: '8.0' }).read([benchmarkOf('vote')]).missing).toEqual(['vote']);
});
