import { parse } from 'luaparse';

/** One statement of a Lua file with all that is inside of it. Places are offsets into the text. */
export interface Statement {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Its first line. */
  readonly head: string;
}

/** Finds every statement, those within others too, in the order in which they begin. @throws SyntaxError on what is no Lua */
export function findStatements(source: string): Statement[] {
  const places = [...placesIn(parse(source, { luaVersion: '5.1', ranges: true }).body)];
  places.sort(([start, end], [otherStart, otherEnd]) => start - otherStart || otherEnd - end);
  return places.map(([start, end]) => {
    const head = source.slice(start, end).split('\n', 1).join('');
    return { line: source.slice(0, start).split('\n').length, start, end, head };
  });
}

/** The text without the statement; every other line keeps its number. */
export function withoutStatement(source: string, { start, end }: Statement): string {
  return source.slice(0, start) + source.slice(start, end).replaceAll(/[^\n]/g, ' ') + source.slice(end);
}

interface Node {
  readonly type: string;
  readonly range: readonly [start: number, end: number];
  /** Of a function: its name, or `null` where it is a value. */
  readonly identifier?: unknown;
}

function* placesIn(part: unknown): Generator<Node['range']> {
  if (typeof part !== 'object' || part === null) return;
  if (isNode(part) && isStatement(part)) yield part.range;
  for (const inside of Object.values(part)) yield* placesIn(inside);
}

function isNode(part: object): part is Node {
  return 'type' in part && 'range' in part;
}

function isStatement({ type, identifier }: Node): boolean {
  return type.endsWith('Statement') || (type === 'FunctionDeclaration' && Boolean(identifier));
}
