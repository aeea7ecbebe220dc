import type { Request, RequestHandler, Response } from 'express';
import type { SiteCheckedServers } from '../../contract/sites.ts';
import { ServerList } from '../../contract/vote.ts';
import type { CardResource } from '../embed-snippet.ts';
import { ApiError } from '../errors.ts';
import type { Route } from '../http/mount-routes.ts';
import { type EmbedChoice, readChoice } from './embed-choice.ts';
import { renderEmbedPage, renderEmbedStart } from './embed-page.ts';
import { type EmbedContext, type EmbedFound, type EmbedServer, snippetOf } from './embed-parts.ts';
import { previewPath, renderPreview } from './embed-preview.ts';
import { pageHeaders, pagePolicy } from './page-headers.ts';
import type { WidgetScripts } from './widget-scripts.ts';

/** What the page may know of sites: whether one is there, and its servers and the resources it may show one by one. */
export interface EmbedSites {
  findSite(id: string): Promise<{ readonly id: string; readonly askUsername: boolean } | null>;
  findServer(siteId: string, slug: string): Promise<EmbedServer | null>;
  /** @param game slug of the game, or `''` for whichever has it. */
  findResource(slug: string, game: string): Promise<CardResource | null>;
}

export interface EmbedOptions {
  /** The service's own origin. */
  readonly publicUrl: string;
  readonly sites: EmbedSites;
  /** The clock of previews, in milliseconds since 1970. */
  readonly nowMs: () => number;
  /** What one reader may ask for in a minute. */
  readonly limit: RequestHandler;
}

/** How long a preview of the time after a vote has to wait. */
const PREVIEW_WAIT_MS = 15_129_000;
const HOST = /^[a-z0-9.-]+(:\d+)?$/i;

/** `/embed`, the pages of its previews, and the address that previews ask. Nothing here can vote. */
export function createEmbedRoutes(options: EmbedOptions, scripts: WidgetScripts): Route[] {
  const context = { publicUrl: options.publicUrl, scripts };
  const headers = pageHeaders();
  const framed = pageHeaders({ framed: true });
  const get = (path: string, handlers: readonly RequestHandler[]): Route => [
    { method: 'GET', path },
    [options.limit, ...handlers],
  ];
  return [
    get('/embed', [...headers, handle((req, res) => showPage(options, context, { req, res }))]),
    get('/embed/preview', [...framed, handle((req, res) => showPreview(options, context, { req, res }))]),
    get('/embed/preview/{site}/{state}/vote/checks', [handle((req, res) => tellStanding(options, req, res))]),
  ];
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

async function showPage({ sites }: EmbedOptions, context: EmbedContext, { req, res }: Exchange): Promise<void> {
  const query = queryOf(req);
  const asked = readChoice(query);
  const site = asked.site === '' ? null : await sites.findSite(asked.site);
  if (site === null) {
    const isUnknown = asked.site !== '';
    sendHtml(res, isUnknown ? 404 : 200, renderEmbedStart(asked.site, isUnknown));
    return;
  }
  const choice = readChoice(query, site.askUsername);
  sendHtml(res, 200, renderEmbedPage(context, choice, await lookUp(sites, choice)));
}

async function lookUp(sites: EmbedSites, { kind, site, server, resource, game }: EmbedChoice): Promise<EmbedFound> {
  return {
    server: kind === 'vote' && server !== '' ? await sites.findServer(site, server) : null,
    resource: kind === 'card' && resource !== '' ? await sites.findResource(resource, game) : null,
  };
}

async function showPreview({ sites }: EmbedOptions, context: EmbedContext, { req, res }: Exchange): Promise<void> {
  const query = queryOf(req);
  const site = await sites.findSite(readChoice(query).site);
  const choice = readChoice(query, site?.askUsername);
  const found = await lookUp(sites, choice);
  const snippet = snippetOf(context, { ...choice, system: 'html', version: 'exact' }, found);
  const host = req.get('host') ?? '';
  const self = HOST.test(host) ? host : new URL(context.publicUrl).host;
  const connect = [
    `${self}${previewPath(choice.site, choice.state)}/vote/checks`,
    `${self}/sites/${encodeURIComponent(choice.site)}/v1/`,
  ];
  res.setHeader('Content-Security-Policy', pagePolicy({ framed: true, connect, images: ['https:', 'http:'] }));
  sendHtml(res, 200, renderPreview(choice, snippet, query.get('host')));
}

/** What the element of a preview is told: the real server, and a visitor who may vote or has voted. */
async function tellStanding({ sites, nowMs }: EmbedOptions, req: Request, res: Response): Promise<void> {
  const requested = ServerList.safeParse(queryOf(req).getAll('server'));
  if (!requested.success)
    throw new ApiError('invalid_request', { errors: [{ parameter: 'server', detail: 'is required' }] });
  const site = String(req.params.site);
  const now = nowMs();
  const waits = req.params.state === 'cooldown';
  const nextVoteAt = waits ? new Date(now + PREVIEW_WAIT_MS).toISOString() : null;
  const results = await Promise.all(
    requested.data.map(async (name): Promise<SiteCheckedServers['results'][number]> => {
      const found = await sites.findServer(site, name);
      if (found === null) {
        return { requested: name, status: 404, code: 'server_not_found', title: 'There is no such server' };
      }
      return { requested: name, canVote: !waits, nextVoteAt, serverVotes: found.votes, server: found.server };
    }),
  );
  const body: SiteCheckedServers = { now: new Date(now).toISOString(), results };
  const text = JSON.stringify(body);
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }).end(text);
}

function queryOf(req: Request): URLSearchParams {
  // An address among the choices may have a question mark of its own.
  return new URLSearchParams(req.url.replace(/^[^?]*/, ''));
}

function handle(run: (req: Request, res: Response) => Promise<void>): RequestHandler {
  return (req, res, next) => {
    run(req, res).catch(next);
  };
}

function sendHtml(res: Response, status: number, html: string): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(html) }).end(html);
}
