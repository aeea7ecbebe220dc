/** What spreadsheets take for a formula at the beginning of a cell. */
const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One record in RFC 4180: cells with a comma, quote or line break in quotes, CRLF at the end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

/**
 * Text from a stranger that no spreadsheet runs: a leading `'` before = + - @, as OWASP advises. It changes the text, so
 * that whoever compares names takes NDJSON, which has them as they are.
 */
export function guardFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
