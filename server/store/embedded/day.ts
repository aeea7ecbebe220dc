export const DAY_MS = 86_400_000;

/** Days of UTC are stored as their number since 1970. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** As `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function parseDay(text: string): number {
  return dayOf(Date.parse(`${text}T00:00:00.000Z`));
}
