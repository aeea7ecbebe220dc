import { displayWidth } from './display-width.ts';

const CONTROLS = /\p{Cc}+/gu;
const GAP = '  ';

/** Rows under their heading, columns aligned; the last column is not padded. */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, ...rows.map((row) => row.map(printable))];
  const widths = heading.map((_, column) => widestCell(lines, column));
  return lines
    .map((line) =>
      line
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** `Name  value` lines, values aligned. */
export function formatFields(fields: readonly (readonly [string, string])[]): string {
  const width = Math.max(...fields.map(([name]) => displayWidth(name)));
  return fields.map(([name, value]) => `${pad(name, width)}${GAP}${printable(value)}`.trimEnd()).join('\n');
}

/** `3 votes`, `1 vote`. */
export function countOf(count: number, noun: string): string {
  return `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** `12,345`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** Text from a stranger must not steer the terminal. */
export function printable(text: string): string {
  return text.replace(CONTROLS, ' ');
}

function widestCell(lines: readonly (readonly string[])[], column: number): number {
  return lines.reduce((widest, line) => Math.max(widest, displayWidth(line[column] ?? '')), 0);
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
