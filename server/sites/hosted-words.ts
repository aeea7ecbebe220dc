const MINUTE_MS = 60_000;

/** A moment, and how far it is away: `28 November 2026 at 10:00 UTC, in 11 hours 59 minutes`. */
export function describeMoment(atMs: number, nowMs: number): string {
  // The next full minute: whoever comes back then is not too early.
  const minuteMs = Math.ceil(atMs / MINUTE_MS) * MINUTE_MS;
  return `${MOMENT.format(minuteMs)} UTC, in ${describeWait(atMs - nowMs)}`;
}

/** A length of time in words, rounded up to minutes. */
export function describeWait(waitMs: number): string {
  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS));
  const parts = [count(Math.floor(minutes / 60), 'hour'), count(minutes % 60, 'minute')];
  return parts.filter((part) => part !== '').join(' ');
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const NUMBER = new Intl.NumberFormat('en');

/** `1,284 votes`. */
export function describeVotes(votes: number): string {
  return `${NUMBER.format(votes)} ${votes === 1 ? 'vote' : 'votes'}`;
}

export function describeSeconds(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

function count(value: number, unit: string): string {
  if (value === 0) return '';
  return `${value} ${unit}${value === 1 ? '' : 's'}`;
}
