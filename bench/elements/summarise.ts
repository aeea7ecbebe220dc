import type { Findings } from '../benchmark.ts';
import type { Table } from '../report/tables.ts';
import { median, percentile } from '../statistics.ts';
import { claimsOf } from './claims.ts';
import { loadFigure, type WidgetFigures } from './figures.ts';
import type { ClickSample } from './measure-click.ts';
import type { CountdownSample } from './measure-countdown.ts';
import type { LoadSample } from './measure-load.ts';
import type { Clicks } from './measure-rounds.ts';
import { COUNTS } from './subjects.ts';

/** Turns what was measured into tables and the claims about it. */
export function summarise(figures: WidgetFigures): Findings {
  const { subjects, loads, countdowns, clicks, browser } = figures;
  return {
    tables: [loadTable(figures), countdownTable(figures), clickTable(clicks)],
    claims: claimsOf(figures),
    figures: {
      browser,
      bytes: subjects.map(({ name, bytes }) => ({ name, ...bytes })),
      loads: Object.fromEntries(loads),
      countdowns: Object.fromEntries(countdowns),
      clicks,
    },
  };
}

function loadTable(figures: WidgetFigures): Table {
  const emptyHeap = loadFigure(figures, figures.empty, ({ heapBytes }) => heapBytes);
  const rows = figures.subjects.flatMap(({ name, bytes, pages }) =>
    COUNTS.map((count) => {
      const read = (figure: (sample: LoadSample) => number) => loadFigure(figures, pages[count], figure);
      const heap = read(({ heapBytes }) => heapBytes) - emptyHeap;
      return [
        `${name}, ${count}`,
        count === 1 ? bytes.brotli.toLocaleString('en-US') : '',
        `${read(({ requests }) => requests.length - 1)}`,
        read(({ scriptingMs }) => scriptingMs).toFixed(1),
        read(({ scriptingThreadMs }) => scriptingThreadMs).toFixed(1),
        read(({ layoutMs }) => layoutMs).toFixed(1),
        `${read(({ longTasksMs }) => longTasksMs.length)}`,
        read(({ shift }) => shift).toFixed(3),
        (heap / 1024).toFixed(0),
        (heap / 1024 / count).toFixed(1),
      ];
    }),
  );
  return {
    title: `Opening a page in Chromium ${figures.browser}`,
    heading: [
      'Element, how many',
      'brotli bytes',
      'requests',
      'scripting ms',
      'by the thread ms',
      'styles and layout ms',
      'long tasks',
      'layout shift',
      'heap KiB',
      'KiB each',
    ],
    rows,
  };
}

function countdownTable({ subjects, countdowns }: WidgetFigures): Table {
  const rows = subjects.flatMap(({ name, pages }) =>
    COUNTS.flatMap((count) => {
      const samples = countdowns.get(pages[count].url);
      if (!samples) return [];
      const read = (figure: (sample: CountdownSample) => number) => median(samples.map(figure)).toFixed(1);
      return [
        [
          `${name}, ${count}`,
          read(({ mainThreadMs }) => mainThreadMs),
          read(({ scriptMs }) => scriptMs),
          read(({ browserMs }) => browserMs),
        ],
      ];
    }),
  );
  return {
    title: 'A second of counting down, milliseconds of processor time',
    heading: ['Element, how many', 'main thread', 'of that script', 'whole browser'],
    rows,
  };
}

function clickTable({ ours, bare }: Clicks): Table {
  const row = (name: string, times: readonly number[]) => {
    const sorted = times.toSorted((one, other) => one - other);
    return [name, median(sorted).toFixed(1), percentile(sorted, 0.95).toFixed(1), percentile(sorted, 1).toFixed(1)];
  };
  const rows = (name: string, clicks: readonly ClickSample[]) => [
    row(
      `${name}: the vote is counted`,
      clicks.map(({ countedMs }) => countedMs),
    ),
    row(
      `${name}: the visitor sees it`,
      clicks.map(({ shownMs }) => shownMs),
    ),
  ];
  return {
    title: `From the click, ${ours.length} visitors each`,
    heading: ['until', 'median ms', 'p95 ms', 'longest ms'],
    rows: [...rows('server-vote', ours), ...rows('a bare button', bare)],
  };
}
