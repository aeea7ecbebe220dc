import type { Problem } from '../../contract/types.ts';

/** Why there is no answer. Status 0: nothing came back at all. */
export type Refusal = Partial<Problem> & { readonly status: number };

export type Answer<Body> =
  | { readonly body: Body; readonly problem: null }
  | { readonly body: null; readonly problem: Refusal };

const TIMEOUT_MS = 10_000;

/** Asks for JSON, past all caches unless told otherwise. Never rejects: what goes wrong on the way is a refusal too. */
export async function ask<Body>(url: string, init?: RequestInit): Promise<Answer<Body>> {
  let problem: Refusal = { status: 0 };
  try {
    const response = await fetch(url, { cache: 'no-store', ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status } = response;
    problem = { status, retryAfter: Number(response.headers.get('retry-after')) };
    const body = await response.json();
    if (response.ok && body) return { body, problem: null };
    problem = { ...problem, ...body, status };
  } catch {
    // No connection, no answer in time, half an answer or none in JSON: the status says as much as is known.
  }
  return { body: null, problem };
}
