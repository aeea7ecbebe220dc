import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RequestHandler } from 'express';
import type { Route } from '../http/mount-routes.ts';
import { readFolder, sendFile } from './static-file.ts';

/** The addresses of snippets: they follow the newest files of this major version of the element. */
const MAJOR = 'v1';
/** Short, so that every page has an upgrade within the hour. */
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
  const folder = resolve(pagesDir, '../widget');
  if (!existsSync(folder)) return [];
  const releasesDir = `${folder}/releases`;
  const releases = existsSync(releasesDir) ? readdirSync(releasesDir) : [];
  const { version }: { version: string } = JSON.parse(readFileSync(`${folder}/files.json`, 'utf8'));
  const newest = scriptsOf(folder).filter(([path]) => !path.startsWith('releases/'));
  const routesOf = (name: string, files: typeof newest, caching: string) =>
    files.map(
      ([path, file]): Route => [
        { method: 'GET', path: `/widget/${name}/${path}` },
        [letEveryPage, sendFile(file, caching)],
      ],
    );
  return [
    ...routesOf(MAJOR, newest, NEWEST),
    ...releases.flatMap((release) => routesOf(release, scriptsOf(`${releasesDir}/${release}`), RELEASED)),
    ...(releases.includes(version) ? [] : routesOf(version, newest, UNRELEASED)),
  ];
}

function scriptsOf(folder: string) {
  return readFolder(folder).filter(([path]) => path.endsWith('.js'));
}

const letEveryPage: RequestHandler = (_req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};
