import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { mountRoutes, type Route } from '../http/mount-routes.ts';
import { createDemoRoutes, type Demo } from './demo-page.ts';
import { renderHomePage } from './home-page.ts';
import { renderProblemsPage } from './problems-page.ts';
import { renderReferencePage } from './reference-page.ts';
import { pageFile, readStaticFile, type StaticFile, sendFile } from './static-file.ts';
import { createWidgetRoutes } from './widget-files.ts';

export interface PagesRouteOptions {
  /** Absolute path of the folder that the build fills. By default the one beside the built server. */
  readonly pagesDir?: string;
  /** Serves the demo at `/` and `/demo/...`. */
  readonly demo?: Demo | null;
}

const BUILT_PAGES = fileURLToPath(new URL('../../pages', import.meta.url));
const ASSETS = ['icon.svg', 'page.css', 'reference.css', 'reference.js', 'swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * The pages for people and the document for machines: `/`, `/docs`, `/docs/problems`, `/openapi.json`, and the demo.
 * Reads its files once, now. @throws Error when the build has not made them.
 */
export function createPagesRouter({ pagesDir = BUILT_PAGES, demo = null }: PagesRouteOptions): Router {
  const headers = pageHeaders();
  const route = (path: string, file: StaticFile): Route => [{ method: 'GET', path }, [...headers, sendFile(file)]];
  return mountRoutes(Router({ caseSensitive: true }), [
    ...(demo === null ? [route('/', pageFile(renderHomePage()))] : createDemoRoutes(pagesDir, demo, headers)),
    route('/docs', pageFile(renderReferencePage())),
    route('/docs/problems', pageFile(renderProblemsPage())),
    route('/openapi.json', readStaticFile(`${pagesDir}/openapi.json`)),
    ...ASSETS.map((name) => route(`/docs/assets/${name}`, readStaticFile(`${pagesDir}/docs/${name}`))),
    ...createWidgetRoutes(pagesDir),
  ]);
}

/**
 * Nothing but files of this origin, no frame around the page. A page that asks another origin says where it comes from,
 * since a form under `no-referrer` would be sent with `Origin: null`.
 */
function pageHeaders(): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          fontSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      // Whoever ends TLS in front of this service decides for the whole host name.
      strictTransportSecurity: false,
      xFrameOptions: { action: 'deny' },
    }),
  ];
}
