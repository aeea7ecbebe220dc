import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Report } from './report.ts';
import { writeTable } from './write-table.ts';

const RESULTS = new URL('../results/', import.meta.url);
const PAGE = new URL('../../docs/operations.md', import.meta.url);

test('the figures in operations.md are those of the committed runs, and all of these are long and without a failure', () => {
  const files = existsSync(RESULTS) ? readdirSync(RESULTS).filter((name) => name.endsWith('.json')) : [];
  const reports = files.sort().map((name): Report => JSON.parse(readFileSync(new URL(name, RESULTS), 'utf8')));
  const page = readFileSync(PAGE, 'utf8');
  expect(writeTable(page, reports)).toBe(page);
  expect(reports.map(({ form, failed }) => ({ form, failed }))).toEqual(files.map(() => ({ form: 'long', failed: 0 })));
});
