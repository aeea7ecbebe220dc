import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStdout } from './open-stdout.ts';

const MOST = 1_000;

function lineOf(number: number): Buffer {
  return Buffer.from(`${String(number).padStart(499, '.')}\n`);
}

function readNumbers(path: string): number[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => Number(line.replaceAll('.', '')));
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'server-vote-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('the last lines are written when the flush returns', () => {
  const path = join(makeFolder(), 'log');
  const fd = openSync(path, 'w');
  onTestFinished(() => closeSync(fd));
  const numbers = [...Array(200).keys()];
  const after = numbers.map((number) => {
    const output = openStdout({ most: MOST, fd, onFault: () => undefined });
    output.flushSync(lineOf(number));
    return readFileSync(path).length / lineOf(number).length;
  });
  expect(after).toEqual(numbers.map((number) => number + 1));
});

test('what waited for room on the disk is written once there is some, though as much waits as may, and the loss is told of once', async () => {
  const folder = makeFolder();
  const path = join(folder, 'log');
  const fd = openSync('/dev/full', 'w');
  const faults: string[] = [];
  const output = openStdout({ most: MOST, fd, mostWaiting: 10 * MOST, onFault: (error) => faults.push(String(error)) });
  for (let line = 0; line < 40; line += 1) {
    output.write(lineOf(line));
    // Time for its writing to fail, as it has between lines.
    await stat(folder);
  }
  await vi.waitFor(() => expect(faults).toHaveLength(1));
  // The number of what was just closed is given to what is opened next.
  closeSync(fd);
  expect(openSync(path, 'w')).toBe(fd);
  onTestFinished(() => closeSync(fd));
  await vi.waitFor(() => {
    // Only a line makes it try again, and not one that comes while the last try is still under way.
    output.write(lineOf(40));
    expect(readNumbers(path)).toContain(19);
  });
  output.flushSync(lineOf(41));
  expect(readNumbers(path).filter((number) => number !== 40)).toEqual([...Array(20).keys(), 41]);
  expect(faults).toHaveLength(1);
});
