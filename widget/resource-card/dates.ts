const DAY_MS = 86_400_000;

/** `3 days ago`. @param ms from then to now, in milliseconds. */
export function formatAge(ms: number, code: string): string {
  const days = Math.trunc(ms / DAY_MS);
  const format = new Intl.RelativeTimeFormat(code, { numeric: 'auto' });
  if (days > 364) return format.format(-Math.trunc(days / 365), 'year');
  return days > 29 ? format.format(-Math.trunc(days / 30), 'month') : format.format(-days, 'day');
}

/** `24 November 2026`; `''` where there is no date. */
export function formatDay(date: string, code: string): string {
  const ms = Date.parse(date);
  return ms ? new Date(ms).toLocaleDateString(code, { dateStyle: 'long' }) : '';
}
