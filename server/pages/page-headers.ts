import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** What a page needs beyond files of its own origin. */
export interface PageNeeds {
  /** Sources of pictures beyond this origin. */
  readonly images?: readonly string[];
  /** What may be asked by script; by default this origin. */
  readonly connect?: readonly string[];
  /** May pages of this origin show it in a frame? */
  readonly framed?: boolean;
}

/** The policy of a page: nothing but files of this origin, and no frame around it unless it is made for one. */
export function pagePolicy({ images = [], connect = ["'self'"], framed = false }: PageNeeds = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...images].join(' '),
    ['connect-src', ...connect].join(' '),
    "font-src 'self'",
    "frame-src 'self'",
    framed ? "form-action 'none'" : "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ].join(';');
}

/**
 * Headers of every page. A page that asks another origin says where it comes from, since a form under `no-referrer` would
 * be sent with `Origin: null`.
 */
export function pageHeaders(needs: PageNeeds = {}): RequestHandler[] {
  const policy = pagePolicy(needs);
  return [
    helmet({
      contentSecurityPolicy: false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      // Whoever ends TLS in front of this service decides for the whole host name.
      strictTransportSecurity: false,
      xFrameOptions: { action: needs.framed === true ? 'sameorigin' : 'deny' },
    }),
    (_req, res, next) => {
      res.setHeader('Content-Security-Policy', policy);
      next();
    },
  ];
}
