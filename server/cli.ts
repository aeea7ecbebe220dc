#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { CommandIo } from './commands/command-io.ts';
import { runCli } from './commands/run-cli.ts';
import { loadPepper } from './vote/pepper.ts';

const io: CommandIo = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  terminal: {
    stdin: process.stdin.isTTY === true,
    stdout: process.stdout.isTTY === true,
    stderr: process.stderr.isTTY === true,
  },
  env: process.env,
  now: Date.now,
  version: readVersion(),
  services: {
    serve: async ({ demo }) => {
      const { runService } = await import('./main.ts');
      await runService({ env: process.env, demo });
    },
    proxy: async (options) => {
      const { runProxy } = await import('./main.ts');
      await runProxy({ env: process.env, ...options });
    },
    readFingerprints: async (config) => (await loadPepper(config)).fingerprints,
  },
};

// A reader such as `head` that has seen enough is no failure. To have touched it makes a pipe one that never blocks, as its log needs.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

keepYoung();
process.exitCode = await runCli(process.argv.slice(2), io);

/**
 * Keeps V8 from deciding which objects are made among the old ones. It decides with the first requests, when there is so little
 * room that all which are under way are still there at a collection; of some processes it then makes parts of every request old,
 * for as long as they live, and each keeps its request until a full collection (docs/decisions/0019). An import of many rows
 * has a fifth less memory too.
 */
function keepYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** package.json is one folder above the sources and two above the built files. */
function readVersion(): string {
  const [path] = ['../package.json', '../../package.json'].filter((name) => existsSync(new URL(name, import.meta.url)));
  const content: unknown = path === undefined ? null : JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  return typeof content === 'object' && content !== null && 'version' in content ? String(content.version) : 'unknown';
}
