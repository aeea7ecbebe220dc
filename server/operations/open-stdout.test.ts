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

test('what waited for room on the disk is written once there is some, though as much waits as may, and the loss is told of once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'server-vote-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'log');
  const fd = openSync('/dev/full', 'w');
  const faults: string[] = [];
  const output = openStdout({ most: MOST, fd, mostWaiting: 10 * MOST, onFault: (error) => faults.push(String(error)) });
  for (let line = 0; line < 40; line += 1) {
    output.write(lineOf(line));
    // As long as a write takes, so that none is under way in the end.
    await stat(folder);
  }
  await vi.waitFor(() => expect(faults).toHaveLength(1));
  // The number of what was just closed is given to what is opened next.
  closeSync(fd);
  expect(openSync(path, 'w')).toBe(fd);
  onTestFinished(() => closeSync(fd));
  output.write(lineOf(40));
  await vi.waitFor(() => expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(21));
  output.write(lineOf(41));
  output.flushSync();
  const told = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Number(line.replaceAll('.', '')));
  expect(told).toEqual([...Array(20).keys(), 41]);
  expect(faults).toHaveLength(1);
});
