import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';

/** What decides how letters and edges come out. */
export interface PictureMachine {
  /** Major version of Chromium. */
  readonly chromium: string;
  /** Digest of a picture of letters, which other fonts and other ways to draw them change. */
  readonly letters: string;
}

const MADE_WITH = join(import.meta.dirname, 'pictures', 'made-with.json');
const LETTERS = `<!doctype html><meta charset="utf-8"><style>p { margin: 8px; font-family: system-ui, sans-serif }</style>${[
  [400, 13],
  [400, 15],
  [600, 15],
  [600, 20],
]
  .map(
    ([weight, size]) =>
      `<p style="font-weight: ${weight}; font-size: ${size}px">Vote 0123456789, thanks for voting</p>`,
  )
  .join('')}`;

export async function describePictureMachine(browser: Browser): Promise<PictureMachine> {
  const page = await browser.newPage({ viewport: { width: 480, height: 160 } });
  await page.setContent(LETTERS);
  const picture = await page.screenshot();
  await page.close();
  return {
    chromium: browser.version().split('.')[0] ?? '',
    letters: createHash('sha256').update(picture).digest('hex').slice(0, 16),
  };
}

/** Why pictures of this machine cannot be compared with those that are kept; `null` where they can. */
export function reasonNotToCompare({ chromium, letters }: PictureMachine): string | null {
  if (!existsSync(MADE_WITH)) return 'none are kept';
  const kept: PictureMachine = JSON.parse(readFileSync(MADE_WITH, 'utf8'));
  if (kept.chromium !== chromium) return `those that are kept are of Chromium ${kept.chromium}, not ${chromium}`;
  return kept.letters === letters ? null : 'those that are kept have other letters';
}

export function recordPictureMachine(machine: PictureMachine): void {
  mkdirSync(dirname(MADE_WITH), { recursive: true });
  writeFileSync(MADE_WITH, `${JSON.stringify(machine, null, 2)}\n`);
}
