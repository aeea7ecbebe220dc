import type { Readable, Writable } from 'node:stream';
import type { Config, Environment } from '../config.ts';

/** Everything a command touches outside the store, so that it runs in a test as it runs in a shell. */
export interface CommandIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Which of the three are a terminal with somebody in front of it. */
  readonly terminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly env: Environment;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly version: string;
  readonly services: CommandServices;
}

/** What lies above the commands, handed down to them. */
export interface CommandServices {
  /** Runs the service until it is told to stop. Rejects when it cannot start. */
  serve(options: { readonly demo: boolean }): Promise<void>;
  /** Runs the proxy of a website of its own until it is told to stop. Rejects when it cannot start. */
  proxy(options: { readonly upstream: string; readonly origins: readonly string[] }): Promise<void>;
  /** Fingerprints of the secrets of this configuration, the current one first. Makes a secret where there is none. */
  readFingerprints(config: Config): Promise<readonly string[]>;
}

/** One run of the command line. Commands that end well with a bad finding set the code; errors are thrown. */
export interface CommandRun {
  readonly io: CommandIo;
  exitCode: number;
}
