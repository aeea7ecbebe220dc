/** One statement of a Lua file with all that is inside of it. Places are offsets into the text. */
export interface Statement {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Its first line. */
  readonly head: string;
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN =
  /\s+|--[^\n]*|(?<word>[A-Za-z_]\w*|\d[\w.]*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[=~<>]=|\.{2,3}|[^\s\w])/gy;
/** What an expression ends before. */
const BOUNDARIES = new Set(['', ...'then do end else elseif until local if for while repeat return break'.split(' ')]);
const BLOCK_ENDS = new Set(['end', 'else', 'elseif', 'until', '']);
/** Words that look like names and are none. */
const OPERATORS = new Set('and or not in function return local if elseif for while'.split(' '));

/** Finds every statement, those within others too, in the order in which they begin. @throws Error on what is no Lua */
export function findStatements(source: string): Statement[] {
  const reader = new StatementReader(source);
  reader.readAll();
  return reader.found.map(({ start, end }) => {
    const head = source.slice(start, end).split('\n', 1).join('');
    return { line: lineAt(source, start), start, end, head };
  });
}

/** The text without the statement; every other line keeps its number. */
export function withoutStatement(source: string, { start, end }: Statement): string {
  return source.slice(0, start) + source.slice(start, end).replaceAll(/[^\n]/g, ' ') + source.slice(end);
}

/** Reads words from the first to the last, and notes where statements begin and end. Of expressions it knows only where they end. */
class StatementReader {
  readonly found: { readonly start: number; end: number }[] = [];
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = readTokens(source);
  }

  readAll(): void {
    this.#readBlock();
    if (this.#at < this.#tokens.length) this.#skip('the end');
  }

  #readBlock(): void {
    while (!BLOCK_ENDS.has(this.#next())) this.#readStatement();
  }

  #readStatement(): void {
    const { start } = this.#tokens[this.#at] ?? { start: 0 };
    const statement = { start, end: start };
    this.found.push(statement);
    const word = this.#next();
    if (word === 'local' && this.#next(1) === 'function') this.#skip();
    if (word === 'if') this.#readBranches();
    else if (word === 'for' || word === 'while') this.#readLoop();
    else if (this.#next() === 'function') this.#readFunction();
    else this.#readExpression();
    statement.end = this.#tokens[this.#at - 1]?.end ?? start;
  }

  #readBranches(): void {
    do {
      this.#readExpression();
      this.#skip('then');
      this.#readBlock();
    } while (this.#next() === 'elseif');
    if (this.#next() === 'else') {
      this.#skip();
      this.#readBlock();
    }
    this.#skip('end');
  }

  #readLoop(): void {
    this.#readExpression();
    this.#skip('do');
    this.#readBlock();
    this.#skip('end');
  }

  #readFunction(): void {
    while (!['(', ''].includes(this.#next())) this.#skip();
    while (![')', ''].includes(this.#next())) this.#skip();
    this.#skip(')');
    this.#readBlock();
    this.#skip('end');
  }

  /** The first word, which may be one of the language, and all that belongs to it: two values side by side are of two statements. */
  #readExpression(): void {
    this.#skip();
    while (!BOUNDARIES.has(this.#next()) && !(isName(this.#next()) && endsValue(this.#next(-1)))) {
      if (this.#next() === 'function') this.#readFunction();
      else this.#skip();
    }
  }

  /** The word that comes next; '' at the end. */
  #next(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.text ?? '';
  }

  #skip(expected: string | null = null): void {
    const { text, start } = this.#tokens[this.#at] ?? { text: 'the end', start: this.#source.length };
    if (expected !== null && text !== expected)
      throw new Error(`Line ${lineAt(this.#source, start)}: ${expected} is expected, not ${text}.`);
    this.#at += 1;
  }
}

function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    const word = match.groups?.word;
    if (word !== undefined) tokens.push({ text: word, start: match.index, end });
  }
  if (end < source.length) throw new Error(`Line ${lineAt(source, end)} cannot be read.`);
  return tokens;
}

function isName(word: string): boolean {
  return /^[A-Za-z_]/.test(word) && !OPERATORS.has(word);
}

function endsValue(word: string): boolean {
  return /^[\w'"]/.test(word) ? !OPERATORS.has(word) : [')', ']', '}', '...'].includes(word);
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
