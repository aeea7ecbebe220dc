/**
 * Takes the place of the network for one endpoint, on a page in English; everything else goes out as ever.
 *
 * @returns what gives it back, and leaves the page empty.
 */
export function takeNetwork(endpoint: string, answer: (url: URL, init: RequestInit) => Response): () => void {
  const { fetch } = globalThis;
  document.documentElement.lang = 'en';
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), location.href);
    return url.pathname.startsWith(`${endpoint}/`) ? answer(url, init) : fetch(input, init);
  };
  return () => {
    globalThis.fetch = fetch;
    document.body.replaceChildren();
  };
}

/** What a service says instead of an answer. */
export interface ServedRefusal {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

export function refuse({ status, body, headers = {} }: ServedRefusal): Response {
  return Response.json(body, { status, headers });
}
