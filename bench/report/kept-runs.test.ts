import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Benchmark } from '../benchmark.ts';
import type { Claim } from './claims.ts';
import { openKeptRuns } from './kept-runs.ts';
import type { Finished } from './write-page.ts';

const MACHINE = { Node: 'v20', Redis: '7.0' };
const SOURCES = { commit: null, isChanged: false, product: 'p1', bench: 'b1' };

function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'kept-runs-')), 'runs');
}

function benchmarkOf(name: string): Benchmark {
  return { name, title: name, method: [], run: () => Promise.reject(new Error('not run here')) };
}

function runOf(name: string, measured: number): Finished {
  const claim: Claim = { what: 'speed', measured, unit: '', sense: 'at least', gate: 1, target: null };
  const findings = { tables: [], claims: [claim], figures: {} };
  const date = '2026-01-01T00:00:00.000Z';
  return { benchmark: benchmarkOf(name), findings, date, rounds: 5, seconds: 3, sources: SOURCES };
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

test('what was measured of other sources is still the last that is known, and carries their name', () => {
  const older = { ...SOURCES, commit: '0f0f0f0 of 2025-12-31', product: 'p0' };
  const folder = newFolder();
  openKeptRuns(folder, MACHINE).keep(runOf('vote', 2));
  openKeptRuns(folder, MACHINE).keep({ ...runOf('growth', 2), sources: older });
  const { runs, missing } = openKeptRuns(folder, MACHINE).read([benchmarkOf('vote'), benchmarkOf('growth')]);
  expect(runs.map(({ sources }) => sources)).toEqual([SOURCES, older]);
  expect(missing).toEqual([]);
});

test('a run of which nobody knows the sources counts as not run', () => {
  const folder = newFolder();
  const { sources: _unknown, ...run } = runOf('vote', 2);
  mkdirSync(folder);
  writeFileSync(join(folder, 'vote.json'), JSON.stringify({ ...run, machine: MACHINE }));
  expect(openKeptRuns(folder, MACHINE).read([benchmarkOf('vote')]).missing).toEqual(['vote']);
});
