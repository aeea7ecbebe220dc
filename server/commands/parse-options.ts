import { InvalidArgumentError } from 'commander';

const UNITS = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const MOST_DAYS = 365;
const MOST_MS = MOST_DAYS * 86_400_000;

/** `24h`, `90m`, `30s`, `7d` or `0`, in milliseconds. */
export function parseDuration(text: string): number {
  if (/^0+$/.test(text)) return 0;
  const [, amount = '', unit = ''] = /^(\d{1,9})(s|m|h|d)$/.exec(text) ?? [];
  const durationMs = Number(amount) * (UNITS.get(unit) ?? Number.NaN);
  if (!(durationMs <= MOST_MS)) {
    throw new InvalidArgumentError(`Write a time of at most ${MOST_DAYS}d, such as 24h, 90m or 0.`);
  }
  return durationMs;
}

/** A quota: a whole number from 1 to 10,000. */
export function parseQuota(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > 10_000) throw new InvalidArgumentError('Write a whole number from 1 to 10000.');
  return value;
}

/** A quota, or `default` for that of the service; commander cannot carry a `null`. */
export function parseQuotaOrDefault(text: string): number | 'default' {
  return text === 'default' ? text : parseQuota(text);
}

/** Gathers an option that may be given several times. */
export function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}
