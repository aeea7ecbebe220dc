import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RequestHandler } from 'express';
import type { Route } from '../http/mount-routes.ts';
import { readFolder, sendFile } from './static-file.ts';

/** What the build says of its browser files. */
interface WidgetLists {
  /** The folder that each address is served from. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** Addresses of a major version are those of snippets: short, so that every page has an upgrade within the hour. */
const NEWEST = 'public, max-age=3600, stale-while-revalidate=86400';
/** What was released never changes. */
const RELEASED = 'public, max-age=31536000, immutable';
const UNRELEASED = 'public, no-cache';

/**
 * The browser files: `/widget/v1/...`, and `/widget/{version}/...` for each release and the version of this build. Pages of
 * any origin may load them, with an integrity hash too. Reads its files once, now.
 * @param pagesDir absolute path of the folder of built pages; the browser files lie beside it.
 */
export function createWidgetRoutes(pagesDir: string): Route[] {
  const widgetDir = resolve(pagesDir, '../widget');
  if (!existsSync(widgetDir)) return [];
  const { addresses }: WidgetLists = JSON.parse(readFileSync(`${widgetDir}/files.json`, 'utf8'));
  const folders = new Map([...new Set(Object.values(addresses))].map((name) => [name, readScripts(widgetDir, name)]));
  return Object.entries(addresses).flatMap(([name, folder]) =>
    (folders.get(folder) ?? []).map(
      ([path, file]): Route => [
        { method: 'GET', path: `/widget/${name}/${path}` },
        [letEveryPage, sendFile(file, cachingOf(name, folder))],
      ],
    ),
  );
}

function readScripts(widgetDir: string, folder: string) {
  return readFolder(join(widgetDir, folder)).filter(([path]) => path.endsWith('.js') && !path.startsWith('releases/'));
}

function cachingOf(name: string, folder: string): string {
  if (name.startsWith('v')) return NEWEST;
  return folder === '.' ? UNRELEASED : RELEASED;
}

const letEveryPage: RequestHandler = (_req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};
