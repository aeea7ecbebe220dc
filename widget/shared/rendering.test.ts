import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Rendered, Rendering } from './rendering.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'requestAnimationFrame', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Elements that take a millisecond each, and write down what is done with them. */
function makeElements(count: number, log: string[]): Rendered[] {
  return Array.from({ length: count }, (_, index) => ({
    prepare: () => void log.push(`prepare ${index}`),
    render: () => {
      vi.advanceTimersByTime(1);
      log.push(`render ${index}`);
    },
  }));
}

function rendered(log: readonly string[]): number {
  return log.filter((line) => line.startsWith('render')).length;
}

async function showFrame(): Promise<void> {
  await vi.advanceTimersToNextFrame();
  await vi.advanceTimersByTimeAsync(1);
}

test('all elements of a turn are prepared before any is rendered', async () => {
  const log: string[] = [];
  const rendering = new Rendering();
  for (const element of makeElements(3, log)) rendering.add(element);
  expect(log).toEqual([]);
  await Promise.resolve();
  expect(log).toEqual(['prepare 0', 'prepare 1', 'prepare 2', 'render 0', 'render 1', 'render 2']);
});

test('of many elements the first are rendered at once, and the rest in order, some in each frame', async () => {
  const log: string[] = [];
  const rendering = new Rendering();
  for (const element of makeElements(20, log)) rendering.add(element);
  await Promise.resolve();
  expect(log.filter((line) => line.startsWith('prepare'))).toHaveLength(20);
  expect(rendered(log)).toBe(10);
  await showFrame();
  expect(log.slice(20)).toEqual(Array.from({ length: 20 }, (_, index) => `render ${index}`));
});

test('a few are rendered together, however long they take', async () => {
  const log: string[] = [];
  const rendering = new Rendering();
  const slow = { prepare: () => void log.push('prepare'), render: () => void vi.advanceTimersByTime(100) };
  for (const element of [slow, slow, slow, ...makeElements(12, log)]) rendering.add(element);
  await Promise.resolve();
  expect(rendered(log)).toBe(7);
});

test('what is asked for later does not wait for those that are left', async () => {
  const log: string[] = [];
  const rendering = new Rendering();
  for (const element of makeElements(20, log)) rendering.add(element);
  await Promise.resolve();
  rendering.add({ prepare: () => void log.push('press'), render: () => void log.push('pressed') });
  await Promise.resolve();
  expect(log.at(-1)).toBe('pressed');
  expect(rendered(log)).toBe(10);
});

test('while a page is hidden, where there are no frames, elements are rendered all the same', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  const log: string[] = [];
  const rendering = new Rendering();
  for (const element of makeElements(20, log)) rendering.add(element);
  await vi.runAllTimersAsync();
  expect(rendered(log)).toBe(20);
});

test('an element that cannot be rendered is reported, and keeps no other from it', async () => {
  const report = vi.spyOn(globalThis, 'reportError').mockReturnValue();
  const fault = new Error('It cannot be rendered.');
  const log: string[] = [];
  const rendering = new Rendering();
  const fail = () => {
    throw fault;
  };
  rendering.add({ prepare: () => void log.push('prepare faulty'), render: fail });
  for (const element of makeElements(1, log)) rendering.add(element);
  await Promise.resolve();
  expect(log).toEqual(['prepare faulty', 'prepare 0', 'render 0']);
  expect(report.mock.calls).toEqual([[fault]]);
});
