import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherLines } from './gather-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MOST = 4_096;

function openLines() {
  const written: string[] = [];
  const last: string[] = [];
  const sink = {
    write: (lines: Buffer) => written.push(lines.toString()),
    flushSync: (lines: Buffer) => last.push(lines.toString()),
  };
  return { lines: gatherLines(sink, MOST), written, last };
}

test('a thousand lines come out in their order, each once, in few writes', () => {
  const { lines, written, last } = openLines();
  const all = Array.from({ length: 1_000 }, (_, number) => `{"line":${number},"text":"${'x'.repeat(100)}"}\n`);
  for (const line of all) lines.write(line);
  lines.flush();
  expect([...written, ...last].join('')).toBe(all.join(''));
  expect(written.length).toBeLessThan(40);
});

test('no more than that is written together, whole lines only, and a longer line alone', () => {
  const { lines, written, last } = openLines();
  const long = `${'y'.repeat(2 * MOST)}\n`;
  const short = Array.from({ length: 200 }, (_, number) => `${['x', 'ü', '€', '😀'][number % 4]?.repeat(number)}\n`);
  const all = [...short, long, 'after\n'];
  for (const line of all) lines.write(line);
  lines.flush();
  expect([...written, ...last].join('')).toBe(all.join(''));
  expect(written.every((text) => text.endsWith('\n'))).toBe(true);
  expect(written.filter((text) => Buffer.byteLength(text) > MOST)).toEqual([long]);
});

test('a line alone is written within half a second', () => {
  const { lines, written } = openLines();
  lines.write('one\n');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(written).toEqual(['one\n']);
  vi.advanceTimersByTime(5_000);
  expect(written).toEqual(['one\n']);
});

test('lines that wait one by one keep less than twice their own room', () => {
  const waiting: Buffer[] = [];
  const lines = gatherLines({ write: (bytes) => waiting.push(bytes), flushSync: (bytes) => waiting.push(bytes) }, MOST);
  const all = Array.from({ length: 1_000 }, (_, number) => `${'z'.repeat(number % 400)}\n`);
  for (const line of all) {
    lines.write(line);
    vi.advanceTimersByTime(500);
  }
  expect(waiting.map(String)).toEqual(all);
  const kept = [...new Set(waiting.map(({ buffer }) => buffer))];
  const keptBytes = kept.reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(keptBytes).toBeLessThan(2 * Buffer.byteLength(all.join('')));
});

test('a flush hands on what is gathered as the last, once', () => {
  const { lines, written, last } = openLines();
  lines.write('last\n');
  lines.flush();
  lines.flush();
  expect(written).toEqual([]);
  expect(last).toEqual(['last\n', '']);
});
