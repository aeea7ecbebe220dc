import type { Figures } from '../history/figures.ts';
import type { Report, Result } from './report.ts';

const BEGIN = '<!-- written by `npm run faults -- --table`, do not edit -->';
const END = '<!-- end of what `npm run faults` writes -->';

/** Puts the figures of long runs between the marks of the page. @throws Error when the page has no marks */
export function writeTable(page: string, reports: readonly Report[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page needs these two lines: ${BEGIN} and ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${tableOf(reports)}\n\n${page.slice(end)}`;
}

function tableOf(reports: readonly Report[]): string {
  if (reports.length === 0) return 'No long runs are committed yet.';
  const names = [...new Set(reports.flatMap(({ results }) => results.map(({ name }) => name)))];
  const rows = names.map((name) =>
    rowOf(reports.flatMap(({ results }) => results.filter((result) => result.name === name))),
  );
  const passed = reports.map((report) => `${report.passed} passed, ${report.failed} failed, ${report.notRun} not run`);
  const dates = [...new Set(reports.map(({ date }) => date.slice(0, 10)))].join(', ');
  return [
    `${reports.length} long runs in a row, ${dates}: ${passed.join('; ')}. Sums over the runs; gaps and answers are the longest.`,
    '',
    '| Fault | requests | acknowledged | lost | doubled | longest gap s | slowest answer ms | may be lost |',
    '|---|--:|--:|--:|--:|--:|--:|---|',
    ...rows,
  ].join('\n');
}

function rowOf(results: readonly Result[]): string {
  const hasFailed = results.some(({ state }) => state === 'failed');
  const title = `${results[0]?.title ?? ''}${hasFailed ? ' (failed)' : ''}`;
  const figures = results.flatMap((result) =>
    result.state === 'not run' || result.figures === null ? [] : [result.figures],
  );
  if (figures.length < results.length) return `| ${title} | not measured | | | | | | |`;
  const sum = (of: (one: Figures) => number) =>
    figures.reduce((total, one) => total + of(one), 0).toLocaleString('en-US');
  const most = (of: (one: Figures) => number) => Math.max(...figures.map(of));
  const bound =
    results.map((result) => (result.state === 'not run' ? null : result.bound)).find((words) => words !== null) ??
    'none';
  const cells = [
    title,
    sum(({ requests }) => requests),
    sum(({ acknowledged }) => acknowledged),
    sum(({ lost }) => lost),
    sum(({ doubled }) => doubled),
    most(({ longestGapSeconds }) => longestGapSeconds).toFixed(1),
    most(({ slowestMs }) => slowestMs).toFixed(0),
    bound,
  ];
  return `| ${cells.join(' | ')} |`;
}
