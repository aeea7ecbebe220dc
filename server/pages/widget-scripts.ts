import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The browser files that a snippet ought to name. */
export interface WidgetScripts {
  readonly version: string;
  /** Integrity hash of each by its name. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * What the build says of its browser files, or `null` where it has made none.
 * @param pagesDir absolute path of the folder of built pages; the browser files lie beside it.
 */
export function readWidgetScripts(pagesDir: string): WidgetScripts | null {
  const path = resolve(pagesDir, '../widget/files.json');
  if (!existsSync(path)) return null;
  const { version, files }: WidgetScripts = JSON.parse(readFileSync(path, 'utf8'));
  return { version, files };
}
