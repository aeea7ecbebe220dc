import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { mountRoutes, type Route } from '../http/mount-routes.ts';
import type { Demo } from './demo.ts';
import { createDemoRoutes } from './demo-routes.ts';
import { createEmbedRoutes, type EmbedOptions } from './embed-routes.ts';
import { renderHomePage } from './home-page.ts';
import { pageHeaders } from './page-headers.ts';
import { renderProblemsPage } from './problems-page.ts';
import { renderReferencePage } from './reference-page.ts';
import { pageFile, readStaticFile, type StaticFile, sendFile } from './static-file.ts';
import { createWidgetRoutes } from './widget-files.ts';
import { readWidgetScripts } from './widget-scripts.ts';

export interface PagesRouteOptions {
  /** Absolute path of the folder that the build fills. By default the one beside the built server. */
  readonly pagesDir?: string;
  /** Serves the demo at `/` and `/demo/...`. */
  readonly demo?: Demo | null;
  /** Serves the embed page, where the build has made browser files. */
  readonly embed?: EmbedOptions | null;
}

const BUILT_PAGES = fileURLToPath(new URL('../../pages', import.meta.url));
const ASSETS = [
  'icon.svg',
  'page.css',
  'controls.css',
  'code-block.css',
  'code-block.js',
  'problems.css',
  'embed.css',
  'embed-form.css',
  'embed.js',
  'preview.css',
  'preview.js',
  'reference.css',
  'reference.js',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'vote-page.css',
];

/**
 * The pages for people and the document for machines: `/`, `/docs`, `/docs/problems`, `/openapi.json`, and the demo.
 * Reads its files once, now. @throws Error when the build has not made them.
 */
export function createPagesRouter({ pagesDir = BUILT_PAGES, demo = null, embed = null }: PagesRouteOptions): Router {
  const headers = pageHeaders();
  const scripts = readWidgetScripts(pagesDir);
  const route = (path: string, file: StaticFile): Route => [{ method: 'GET', path }, [...headers, sendFile(file)]];
  return mountRoutes(Router({ caseSensitive: true }), [
    ...(demo === null ? [route('/', pageFile(renderHomePage()))] : createDemoRoutes(pagesDir, demo, headers)),
    route('/docs', pageFile(renderReferencePage())),
    route('/docs/problems', pageFile(renderProblemsPage())),
    route('/openapi.json', readStaticFile(`${pagesDir}/openapi.json`)),
    ...ASSETS.map((name) => route(`/docs/assets/${name}`, readStaticFile(`${pagesDir}/docs/${name}`))),
    ...createWidgetRoutes(pagesDir),
    ...(embed === null || scripts === null ? [] : createEmbedRoutes(embed, scripts)),
  ]);
}
