/** A table of the report. All cells are finished text. */
export interface Table {
  readonly title: string;
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** For the terminal: columns aligned, the first to the left and the figures to the right. */
export function alignTable({ title, heading, rows }: Table): string {
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const aligned = [heading, rule, ...rows].map((line) => alignLine(line, widths));
  return [title, ...aligned].join('\n');
}

/** For the page. */
export function markdownTable({ title, heading, rows }: Table): string {
  const rule = heading.map((_, column) => (column === 0 ? ':--' : '--:'));
  return [`**${title}**`, '', ...[heading, rule, ...rows].map((line) => `| ${line.join(' | ')} |`)].join('\n');
}

function alignLine(line: readonly string[], widths: readonly number[]): string {
  const cells = widths.map((width, column) => {
    const cell = line[column] ?? '';
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
  return cells.join('  ').trimEnd();
}
