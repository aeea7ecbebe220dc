import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { Resource } from '../../contract/content-records.ts';
import type { PublicServer } from '../../contract/public-server.ts';
import type { Route } from '../http/mount-routes.ts';
import { jsonFile, readFolder, readStaticFile, type StaticFile, sendFile } from './static-file.ts';

/** What the demo page is about. */
export interface Demo {
  /** Id of the site whose routes the page votes through. */
  readonly site: string;
  /** How long one vote lasts, in milliseconds. */
  readonly cooldownMs: number;
  /** The first is shown large. */
  readonly servers: readonly PublicServer[];
  /** Absolute path of the folder of the demo's content. */
  readonly contentDir: string;
}

/** The build gives these names that change with what is in them. */
const HASHED = 'public, max-age=31536000, immutable';
/** Pictures keep their names when they are drawn anew. */
const PICTURES = 'public, max-age=86400';
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * The demo at `/`, its files, and what it reads without a key: `/demo/site.json` and `/demo/resources.json`. Reads its
 * files once, now. @throws Error when the build has not made them, or the content is damaged.
 */
export function createDemoRoutes(pagesDir: string, demo: Demo, headers: readonly RequestHandler[]): Route[] {
  const { contentDir, ...site } = demo;
  const folder = `${pagesDir}/demo`;
  const file = (path: string, answer: StaticFile, caching?: string) =>
    route(path, [...headers, sendFile(answer, caching)]);
  return [
    file('/', readStaticFile(`${folder}/index.html`)),
    file('/demo/site.json', jsonFile(site)),
    file('/demo/resources.json', jsonFile({ resources: readResources(contentDir) })),
    ...readFolder(`${folder}/assets`).map(([path, asset]) => file(`/demo/assets/${path}`, asset, HASHED)),
    ...readFolder(`${folder}/media`).map(([path, picture]) =>
      route(`/demo/media/${path}`, [...headers, guardPicture, sendFile(picture, PICTURES)]),
    ),
  ];
}

function route(path: string, handlers: readonly RequestHandler[]): Route {
  return [{ method: 'GET', path }, handlers];
}

/** A picture that is opened on its own is a document, which nothing may run in; cards of other websites may show it. */
const guardPicture: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', SVG_POLICY);
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  next();
};

function readResources(contentDir: string): Resource[] {
  const lines = readFileSync(`${contentDir}/resources.ndjson`, 'utf8').trimEnd().split('\n');
  return lines.map((line) => Resource.parse(JSON.parse(line)));
}
