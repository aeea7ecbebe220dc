import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../e2e/find-chromium.ts';

/** Where and with what was measured, as name and value. */
export type Machine = Readonly<Record<string, string>>;

/** What the product runs on, its peers with what they are written with, and what makes the load. */
const PACKAGES = [
  'express',
  'express-rate-limit',
  'rate-limit-redis',
  'ioredis',
  'better-sqlite3',
  'lit',
  'fastify',
  '@fastify/rate-limit',
  'rate-limiter-flexible',
  '@github/relative-time-element',
  'applause-button',
  'autocannon',
] as const;

/** Looks at this machine and at the packages under `root`. */
export function describeMachine(root: string): Machine {
  const cores = cpus();
  return {
    'server-vote': versionIn(join(root, 'package.json')),
    Processor: `${cores[0]?.model.trim() ?? 'unknown'}, ${cores.length} cores`,
    Memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    System: `${platform()} ${release()} ${arch()}`,
    Node: process.version,
    Redis: versionSaidBy('redis-server'),
    Chromium: versionSaidBy(findChromium(process.env)),
    ...Object.fromEntries(
      PACKAGES.map((name) => [name, versionIn(join(root, 'node_modules', name, 'package.json'))] as const),
    ),
  };
}

function versionIn(path: string): string {
  const { version } = JSON.parse(readFileSync(path, 'utf8'));
  return String(version);
}

/** What a program answers to `--version`, such as `v=7.0.15` or `Chromium 150.0.1`. */
function versionSaidBy(program: string | null): string {
  if (program === null) return 'unknown';
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return /(?:v=|\s)(\d+(?:\.\d+)+)/.exec(stdout ?? '')?.[1] ?? 'unknown';
}
