import { CommanderError } from 'commander';
import { BadUsageError, RefusedError } from '../accounts/refused-error.ts';
import { ConfigError } from '../config.ts';
import { DataFolderError } from '../data-folder.ts';
import {
  ClockSkewError,
  EvictionPolicyError,
  SecretMismatchError,
  StoreAddressError,
  StoreUnavailableError,
} from '../store/store-errors.ts';

export const EXIT_FAILED = 1;
const EXIT_BAD_USAGE = 2;

/** How a run that threw ends: its exit code, and the line for stderr, `null` where commander has printed it. */
export interface ErrorExplanation {
  readonly exitCode: number;
  readonly line: string | null;
}

/** One line for any error, with the cure where we know it; never a stack. */
export function explainError(error: unknown): ErrorExplanation {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? 0 : EXIT_BAD_USAGE, line: null };
  }
  if (error instanceof StoreAddressError) {
    return { exitCode: EXIT_BAD_USAGE, line: oneLine(`REDIS_URL is not valid: ${error.message}`) };
  }
  if (error instanceof ConfigError || error instanceof DataFolderError) {
    return { exitCode: EXIT_BAD_USAGE, line: oneLine(error.message) };
  }
  if (error instanceof RefusedError) {
    return { exitCode: error instanceof BadUsageError ? EXIT_BAD_USAGE : EXIT_FAILED, line: oneLine(error.message) };
  }
  return { exitCode: EXIT_FAILED, line: oneLine(sentences(messageOf(error), cureOf(error))) };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `Failed: ${String(error)}`;
  // The store says all that there is to say in its own words.
  if (error instanceof StoreUnavailableError) return error.message;
  const cause = error.cause instanceof Error && !error.message.includes(error.cause.message) ? error.cause.message : '';
  const message = error.message || error.name;
  return cause === '' ? message : `${message.replace(/\.$/, '')} (${cause})`;
}

function cureOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) {
    return '`server-vote doctor` tells more.';
  }
  if (error instanceof ClockSkewError) return 'Set the clock of this machine by NTP.';
  if (error instanceof EvictionPolicyError) return 'Set maxmemory-policy to noeviction on Redis.';
  if (error instanceof SecretMismatchError) return 'Set SECRET to the one this store was made with.';
  return '';
}

function sentences(message: string, cure: string): string {
  return cure === '' ? message : `${message.replace(/[\s.]+$/, '')}. ${cure}`;
}

/** Control characters and line breaks inside a message would break the promise of one line. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
