/** An event of a trace of Chromium; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  /** `X` for one with a length, `B` and `E` for its beginning and its end. */
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  /** The clock of the thread, which stands still while another thread has the core; events without it count by the other. */
  readonly tts?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly data?: { readonly url?: string; readonly score?: number } };
}

/** What the main thread of a page did until it came to rest. */
export interface MainThread {
  /** Compiling and running script, garbage collection included, as the developer tools sum it up. */
  readonly scriptingMs: number;
  /** The same by the clock of the thread: without the time in which another thread had the core. */
  readonly scriptingThreadMs: number;
  /** Finding styles and laying out. */
  readonly layoutMs: number;
  /** Lengths of the tasks that kept the page from answering for longer than 50 ms. */
  readonly longTasksMs: readonly number[];
  /** The same by the clock of the thread. */
  readonly longTasksThreadMs: readonly number[];
  /** Sum of all layout shifts. */
  readonly shift: number;
}

type Kind = 'script' | 'layout' | 'other';

interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Length by the clock of the thread. */
  readonly threadTime: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  EvaluateScript: 'script',
  'v8.compile': 'script',
  'v8.compileModule': 'script',
  'v8.evaluateModule': 'script',
  FunctionCall: 'script',
  RunMicrotasks: 'script',
  TimerFire: 'script',
  FireAnimationFrame: 'script',
  EventDispatch: 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'layout',
  Layout: 'layout',
  ParseHTML: 'other',
  ParseAuthorStyleSheet: 'other',
  PrePaint: 'other',
  Paint: 'other',
  Layerize: 'other',
  Commit: 'other',
};
const TASK = 'RunTask';
const ANSWERED = 'ResourceFinish';
const LONG_TASK_MS = 50;
/** A page that runs nothing for so long after its last answer has come to rest; what ticks each second comes after that. */
const REST_MS = 400;

/** Was the beginning of the page at this address recorded? A trace may set in after a process of the browser was made. */
export function hasPage(events: readonly TraceEvent[], url: string): boolean {
  return findCommit(events, url) !== undefined;
}

/** Reads what the page at this address did. @throws Error when it is not in the trace */
export function readMainThread(events: readonly TraceEvent[], url: string): MainThread {
  const commit = findCommit(events, url);
  if (!commit) throw new Error(`The trace does not have the page ${url}.`);
  const own = events.filter(({ pid, tid, ts }) => pid === commit.pid && tid === commit.tid && ts >= commit.ts);
  const spans = toSpans(own);
  const answeredAt = Math.max(0, ...own.filter(({ name }) => name === ANSWERED).map(({ ts }) => ts));
  const end = findRest(
    spans.filter(({ name }) => KINDS[name] === 'script'),
    answeredAt,
  );
  const early = spans.filter(({ from }) => from <= end);
  const known = early.filter(({ name }) => name in KINDS);
  const sums = sumOwnTimes(known, wallTimeOf);
  const tasks = early.filter(({ name }) => name === TASK);
  const longOnes = (lengthOf: LengthOf) => tasks.map((task) => lengthOf(task) / 1000).filter((ms) => ms > LONG_TASK_MS);
  return {
    scriptingMs: sums.script / 1000,
    scriptingThreadMs: sumOwnTimes(known, threadTimeOf).script / 1000,
    layoutMs: sums.layout / 1000,
    longTasksMs: longOnes(wallTimeOf),
    longTasksThreadMs: longOnes(threadTimeOf),
    shift: own.reduce((sum, { name, args }) => (name === 'LayoutShift' ? sum + (args?.data?.score ?? 0) : sum), 0),
  };
}

function findCommit(events: readonly TraceEvent[], url: string): TraceEvent | undefined {
  return events.find(({ name, args }) => name === 'CommitLoad' && args?.data?.url === url);
}

type LengthOf = (span: Span) => number;
const wallTimeOf: LengthOf = ({ from, to }) => to - from;
const threadTimeOf: LengthOf = ({ threadTime }) => threadTime;

function toSpans(events: readonly TraceEvent[]): Span[] {
  const open = new Map<string, TraceEvent[]>();
  const spans: Span[] = [];
  for (const event of events.toSorted((one, other) => one.ts - other.ts)) {
    const { name, ph, ts, dur = 0, tts = ts, tdur = dur } = event;
    if (ph === 'X') spans.push({ name, from: ts, to: ts + dur, threadTime: tdur });
    else if (ph === 'B') open.set(name, [...(open.get(name) ?? []), event]);
    else if (ph === 'E') {
      const begun = open.get(name)?.pop();
      if (begun) spans.push({ name, from: begun.ts, to: ts, threadTime: tts - (begun.tts ?? begun.ts) });
    }
  }
  return spans.sort((one, other) => one.from - other.from || other.to - one.to);
}

/** When the first long rest begins after the last answer. */
function findRest(scripts: readonly Span[], answeredAt: number): number {
  let end = scripts[0]?.to ?? 0;
  for (const { from, to } of scripts) {
    if (from > Math.max(end, answeredAt) + REST_MS * 1000) break;
    end = Math.max(end, to);
  }
  return end;
}

/** Each span counts without what happens inside of it. @param spans by their beginning, the outer ones first */
function sumOwnTimes(spans: readonly Span[], lengthOf: LengthOf): Record<Kind, number> {
  const sums = { script: 0, layout: 0, other: 0 };
  const around: Span[] = [];
  for (const span of spans) {
    while (around.length > 0 && (around.at(-1)?.to ?? 0) <= span.from) around.pop();
    const length = lengthOf(span);
    sums[KINDS[span.name] ?? 'other'] += length;
    const outer = around.at(-1);
    if (outer) sums[KINDS[outer.name] ?? 'other'] -= length;
    around.push(span);
  }
  return sums;
}
