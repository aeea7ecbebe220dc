import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';

/** Where and with what was measured, as name and value. */
export type Machine = Readonly<Record<string, string>>;

/** Looks at this machine and at the packages under `root`. */
export function describeMachine(root: string): Machine {
  const cores = cpus();
  return {
    'server-vote': versionIn(join(root, 'package.json')),
    Processor: `${cores[0]?.model.trim() ?? 'unknown'}, ${cores.length} cores`,
    Memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    System: `${platform()} ${release()} ${arch()}`,
    Node: process.version,
    Redis: redisVersion(),
    ...Object.fromEntries(
      ['express', 'ioredis', 'better-sqlite3', 'autocannon'].map((name) => [
        name,
        versionIn(join(root, 'node_modules', name, 'package.json')),
      ]),
    ),
  };
}

function versionIn(path: string): string {
  const { version } = JSON.parse(readFileSync(path, 'utf8'));
  return String(version);
}

function redisVersion(): string {
  const { stdout } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  return /v=([\d.]+)/.exec(stdout ?? '')?.[1] ?? 'unknown';
}
