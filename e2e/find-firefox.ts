import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** Path of the Firefox that the smoke test runs in: the one FIREFOX names, else an installed one, else `null`. */
export function findFirefox(env: Readonly<Record<string, string | undefined>>): string | null {
  const named = env.FIREFOX;
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  return PLACES.find((path) => existsSync(path)) ?? null;
}
