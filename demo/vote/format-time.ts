const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** A countdown as `11:59:58`. Rounded up, so that zero is shown only when the wait is over. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Seconds, for short waits. */
export function formatSeconds(leftMs: number): string {
  return `${Math.max(1, Math.ceil(leftMs / 1000))} s`;
}

/** A moment as a person says it: `at 09:12`, `tomorrow at 09:12`, `on 4 May at 09:12`. */
export function formatMoment(ms: number, nowMs: number): string {
  const days = Math.round((startOfDay(ms) - startOfDay(nowMs)) / DAY_MS);
  if (days === 0) return `at ${timeOfDay.format(ms)}`;
  if (days === 1) return `tomorrow at ${timeOfDay.format(ms)}`;
  return `on ${dayAndTime.format(ms)}`;
}

/** A length of time as `12 hours`, `90 minutes` or `20 seconds`. */
export function formatLength(ms: number): string {
  if (ms % HOUR_MS === 0) return plural(ms / HOUR_MS, 'hour');
  return ms % 60_000 === 0 ? plural(ms / 60_000, 'minute') : plural(Math.round(ms / 1000), 'second');
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
