/** What the service says of one server: may this visitor vote for it? */
export interface CheckedServer {
  readonly requested: string;
  readonly canVote: boolean;
  /** ISO 8601; `null` when the visitor may vote now. */
  readonly nextVoteAt: string | null;
  readonly serverVotes: number;
}

/** A server of a list that there is no answer for. */
export interface UncheckedServer {
  readonly requested: string;
  readonly code: string;
  readonly title: string;
}

export interface CheckedServers {
  /** The clock that decides, ISO 8601. */
  readonly now: string;
  readonly results: readonly (CheckedServer | UncheckedServer)[];
}

export interface CountedVote {
  readonly votes: number;
  readonly nextVoteAt: string;
  readonly now: string;
}

/** RFC 9457 problem details, as far as this page reads them. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly requestId?: string;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly nextVoteAt?: string | null;
  readonly votes?: number;
  readonly now?: string;
}

/** An answer, a refusal, or `null` where the service could not be reached at all. */
export type Answer<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly problem: Problem | null };

/** The voting routes of one site. */
export interface SiteClient {
  castVote(slug: string): Promise<Answer<CountedVote>>;
  /** Up to 50 servers in one request. */
  checkVotes(slugs: readonly string[]): Promise<Answer<CheckedServers>>;
}

const TIMEOUT_MS = 10_000;

/** Talks to the site's routes on this page's own origin. Never rejects. */
export function createSiteClient(site: string): SiteClient {
  const base = `/sites/${encodeURIComponent(site)}/vote`;
  return {
    castVote: (slug) =>
      ask<CountedVote>(base, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ slug }),
      }),
    checkVotes: (slugs) =>
      ask<CheckedServers>(`${base}/checks?${new URLSearchParams(slugs.map((slug) => ['server', slug]))}`),
  };
}

async function ask<Body>(url: string, init: RequestInit = {}): Promise<Answer<Body>> {
  try {
    const response = await fetch(url, { ...init, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return { ok: true, body: await response.json() };
    return { ok: false, problem: await readProblem(response) };
  } catch {
    // No connection, no answer in time, or half an answer: all the same to a visitor.
    return { ok: false, problem: null };
  }
}

async function readProblem(response: Response): Promise<Problem> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) return response.json();
  const title = `The service answered ${response.status}`;
  return { status: response.status, code: 'unknown', title, detail: `${title}.` };
}
