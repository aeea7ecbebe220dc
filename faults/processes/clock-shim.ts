import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A wall clock that programs started with `env` go by. */
export interface ShiftedClock {
  readonly env: Readonly<Record<string, string>>;
  /** Moves it, at once, also for programs that run. */
  shift(aheadMs: number): void;
}

const SOURCE = resolve('faults/processes/clock-shim.c');
let made = 0;

/** Compiles the shim with gcc. The clock is right until it is shifted. */
export function createShiftedClock(folder: string): ShiftedClock {
  made += 1;
  const [library, offset] = [join(folder, `clock-${made}.so`), join(folder, `clock-${made}.offset`)];
  const { status, stderr } = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', library, SOURCE], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`gcc cannot compile ${SOURCE}: ${stderr}`);
  writeFileSync(offset, Buffer.alloc(8));
  return {
    env: { LD_PRELOAD: library, CLOCK_OFFSET_FILE: offset },
    shift(aheadMs) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(aheadMs));
      const file = openSync(offset, 'r+');
      writeSync(file, bytes, 0, 8, 0);
      closeSync(file);
    },
  };
}

/** Is there a compiler with what it needs? Some machines have gcc without the headers of C. */
export function canShiftClocks(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  const options = ['-fsyntax-only', '-Wall', SOURCE];
  return spawnSync('gcc', options, { cwd: folder, stdio: 'ignore' }).status === 0;
}
