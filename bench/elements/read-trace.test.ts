import { describe, expect, test } from 'vitest';
import { hasPage, readMainThread, type TraceEvent } from './read-trace.ts';

const PAGE = 'http://127.0.0.1:1/page';
const START: TraceEvent = {
  name: 'CommitLoad',
  ph: 'X',
  ts: 1000,
  dur: 1,
  pid: 7,
  tid: 1,
  args: { data: { url: PAGE } },
};

/** The thread has the core for half of the time. */
function span(name: string, fromMs: number, lengthMs: number): TraceEvent {
  const [ts, dur] = [1000 + fromMs * 1000, lengthMs * 1000];
  return { name, ph: 'X', ts, dur, tts: ts / 2, tdur: dur / 2, pid: 7, tid: 1 };
}

describe('the main thread in a trace', () => {
  test('time inside counts for what is innermost', () => {
    const events = [
      START,
      span('RunTask', 1, 40),
      span('EvaluateScript', 2, 30),
      span('v8.compile', 3, 5),
      span('Layout', 10, 8),
      span('FunctionCall', 12, 2),
      span('V8.Unknown', 25, 3),
    ];
    expect(readMainThread(events, PAGE)).toEqual({
      scriptingMs: 24,
      scriptingThreadMs: 12,
      layoutMs: 6,
      longTasksMs: [],
      longTasksThreadMs: [],
      shift: 0,
    });
  });

  test('beginnings and ends make a span, also inside one of their own name', () => {
    const point = (ph: string, ms: number) => ({ ...span('RunMicrotasks', ms, 0), ph });
    const events = [START, point('B', 1), point('B', 2), point('E', 3), point('E', 9)];
    expect(readMainThread(events, PAGE)).toMatchObject({ scriptingMs: 8, scriptingThreadMs: 4 });
  });

  test('what ticks after the page has come to rest is no part of its load', () => {
    const events = [START, span('FunctionCall', 1, 4), span('RunTask', 900, 70), span('FunctionCall', 901, 60)];
    expect(readMainThread(events, PAGE)).toMatchObject({ scriptingMs: 4, longTasksMs: [] });
  });

  test('what follows a slow answer is part of the load', () => {
    const events = [START, span('FunctionCall', 1, 4), span('ResourceFinish', 800, 0), span('FunctionCall', 900, 6)];
    expect(readMainThread(events, PAGE).scriptingMs).toBe(10);
  });

  test('tasks above 50 ms are long, and shifts are summed up', () => {
    const shift = (score: number): TraceEvent => ({ ...span('LayoutShift', 5, 0), ph: 'I', args: { data: { score } } });
    const events = [
      START,
      span('RunTask', 0, 50),
      span('RunTask', 60, 51),
      span('FunctionCall', 61, 49),
      shift(0.25),
      shift(0.5),
    ];
    expect(readMainThread(events, PAGE)).toMatchObject({ longTasksMs: [51], longTasksThreadMs: [], shift: 0.75 });
  });

  test('a task is long by the clock of its thread where it had the core for more than 50 ms', () => {
    const events = [START, span('RunTask', 0, 102), span('FunctionCall', 1, 99)];
    expect(readMainThread(events, PAGE)).toMatchObject({ longTasksMs: [102], longTasksThreadMs: [51] });
  });

  test('other pages and other threads are not counted, and a page that is missing is a fault', () => {
    const events = [START, { ...span('FunctionCall', 1, 4), pid: 8 }, { ...span('FunctionCall', 1, 4), tid: 2 }];
    expect(readMainThread(events, PAGE).scriptingMs).toBe(0);
    expect(() => readMainThread(events, `${PAGE}s`)).toThrow('does not have the page');
    expect([hasPage(events, PAGE), hasPage(events, `${PAGE}s`)]).toEqual([true, false]);
  });
});
