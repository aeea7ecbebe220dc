import type { RequestHandler } from 'express';
import type { Route } from '../http/mount-routes.ts';
import type { Demo } from './demo.ts';
import { renderFrontPage } from './demo-front-page.ts';
import { renderHostileCssPage } from './demo-hostile-css-page.ts';
import { renderRightToLeftPage } from './demo-right-to-left-page.ts';
import { renderStrictCspPage, STRICT_POLICY } from './demo-strict-csp-page.ts';
import { renderTwoSitesPage } from './demo-two-sites-page.ts';
import { jsonFile, pageFile, readFolder, type StaticFile, sendFile } from './static-file.ts';

/** Pictures keep their names when they are drawn anew. */
const PICTURES = 'public, max-age=86400';
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * The demo at `/` and `/demo/...`, its files, and what it tells without a key: `/demo/site.json`. Reads its files once,
 * now. @throws Error when the build has not made them.
 */
export function createDemoRoutes(pagesDir: string, demo: Demo, headers: readonly RequestHandler[]): Route[] {
  const { site, servers } = demo;
  const folder = `${pagesDir}/demo`;
  const file = (path: string, answer: StaticFile, ...before: RequestHandler[]) =>
    route(path, [...headers, ...before, sendFile(answer)]);
  return [
    file('/', pageFile(renderFrontPage(demo))),
    file('/demo/strict-csp', pageFile(renderStrictCspPage(demo)), setPolicy(STRICT_POLICY)),
    file('/demo/two-sites', pageFile(renderTwoSitesPage(demo))),
    file('/demo/hostile-css', pageFile(renderHostileCssPage(demo))),
    file('/demo/right-to-left', pageFile(renderRightToLeftPage(demo))),
    file('/demo/site.json', jsonFile({ site, servers })),
    ...readFolder(`${folder}/assets`).map(([path, asset]) => file(`/demo/assets/${path}`, asset)),
    ...readFolder(`${folder}/media`).map(([path, picture]) =>
      route(`/demo/media/${path}`, [...headers, setPolicy(SVG_POLICY), shareWithAll, sendFile(picture, PICTURES)]),
    ),
  ];
}

function route(path: string, handlers: readonly RequestHandler[]): Route {
  return [{ method: 'GET', path }, handlers];
}

/** A picture that is opened on its own is a document, too, which nothing may run in. */
function setPolicy(policy: string): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Content-Security-Policy', policy);
    next();
  };
}

/** Cards of other websites may show it. */
const shareWithAll: RequestHandler = (_req, res, next) => {
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  next();
};
