import { hash } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { createAbuseLimits } from '../http/abuse-limit.ts';
import { createClientIp } from '../http/client-ip.ts';
import { answerNotFound, createErrorAnswer } from '../http/problem-response.ts';
import { createRequestStates } from '../http/request-state.ts';
import { takeTarget } from '../http/request-target.ts';
import { readTrustProxy, type TrustProxy } from '../trust-proxy.ts';
import { createRemoteGateway } from './remote-gateway.ts';
import { createSiteProxyRouter } from './site-proxy.ts';
import { createVisitorLimits } from './visitor-limits.ts';

export interface SiteProxyOptions {
  /** Where the voting service is, `https://votes.example.com`. */
  readonly upstream: string;
  /** A vote key with attestation: `server-vote keys create --kind vote --attest`. It never leaves this process but for the upstream. */
  readonly voteKey: string;
  /** A user key (uk_...), for the content that cards show. Without one no content is served. */
  readonly userKey?: string;
  /** Origins whose pages may use the proxy, as browsers send them. By default the host that the proxy is reached by. */
  readonly origins?: readonly string[];
  /** Whose X-Forwarded-For is believed: hops or ranges, as in TRUST_PROXY. By default nobody's. */
  readonly trustProxy?: string;
  /** Receives what the operator has to right, a sentence each; never a key or an address of a visitor. */
  readonly onFault: (message: string, cause?: unknown) => void;
  /** The clock, in milliseconds since 1970. */
  readonly nowMs: () => number;
}

const VOTE_KEY = /^vk_[0-9A-Za-z]{49}$/;
const USER_KEY = /^uk_[0-9A-Za-z]{49}$/;
const IPV6_PREFIX = 64;

/**
 * The proxy of a website of its own, as an Express router: `app.use('/server-vote', createSiteProxy({...}))` and
 * `<server-vote endpoint="/server-vote">`.
 *
 * @throws TypeError that names the option and says what is right.
 */
export function createSiteProxy(options: SiteProxyOptions): Router {
  const { nowMs, onFault } = options;
  const gateway = createRemoteGateway({
    upstream: readUpstream(options.upstream),
    voteKey: readVoteKey(options.voteKey),
    voteKeyHash: hash('sha256', options.voteKey, 'hex'),
    userKey: options.userKey === undefined ? null : readUserKey(options.userKey),
    nowMs,
    onFault,
  });
  const site = { gateway, isOwnOrigin: createOriginCheck(options.origins) };
  const clientIp = createClientIp({ trustProxy: readTrust(options.trustProxy), ipv6Prefix: IPV6_PREFIX, demo: false });
  const abuseLimit = createAbuseLimits(nowMs);
  const limits = createVisitorLimits(abuseLimit, clientIp);
  const visits = createSiteProxyRouter({ findSite: () => site, clientIp, abuseLimit, limits });
  const stateOf = createRequestStates(nowMs);
  const router = Router();
  router.use((req: Request, res: Response, next) => {
    const state = stateOf(req);
    res.locals.state = state;
    // The routes are those of a hosted site; here there is one, without a name.
    takeTarget(req, state, '/sites/own');
    next();
  });
  router.use(visits, answerNotFound);
  router.use(createErrorAnswer({ error: (fields, message) => onFault(message, fields.err) }));
  return router;
}

function createOriginCheck(origins: readonly string[] | undefined) {
  if (origins === undefined) return isSameHost;
  const allowed = new Set(origins.map(readOrigin));
  return (origin: string) => allowed.has(origin);
}

/** Is the page on the host that it asks? Browsers let no page choose the Host header. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && isOrigin(origin) && new URL(origin).host === host.toLowerCase();
}

/** Is it an origin to the letter, as browsers send them? */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function readUpstream(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  ) {
    return url.origin;
  }
  throw new TypeError('upstream must be the origin of the voting service, such as https://votes.example.com.');
}

function readVoteKey(text: string): string {
  if (VOTE_KEY.test(text)) return text;
  throw new TypeError('voteKey must be a vote key (vk_...); `server-vote keys create --kind vote --attest` makes one.');
}

function readUserKey(text: string): string {
  if (USER_KEY.test(text)) return text;
  throw new TypeError('userKey must be a user key (uk_...); `server-vote keys create --kind user` makes one.');
}

function readOrigin(text: string): string {
  if (isOrigin(text)) return text;
  throw new TypeError(
    `origins must be origins as browsers send them, such as https://example.com; ${JSON.stringify(text)} is none.`,
  );
}

function readTrust(text: string | undefined): TrustProxy {
  const read = readTrustProxy(text ?? 'false');
  if (typeof read !== 'string') return read;
  throw new TypeError(`trustProxy ${read}.`);
}
