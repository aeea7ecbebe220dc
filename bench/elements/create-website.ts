import { loadAccounts, openBuiltStores, type StoreOptions } from '../product/built-product.ts';

/** A site of one account with its servers. */
export interface Website {
  readonly site: string;
  readonly slugs: readonly string[];
  /** Vote keys of the account, of which none reaches its limit. */
  readonly keys: readonly string[];
}

/** Votes that one key may cast in a minute, with room left. */
const VOTES_A_KEY = 250;
const IN_FLIGHT = 16;

/** Makes an account with a site that may be embedded on pages of this origin, and with so many servers. */
export async function createWebsite(place: StoreOptions, origin: string, servers: number): Promise<Website> {
  const accounts = await loadAccounts();
  const { directory, close } = await openBuiltStores(place);
  const nowMs = Date.now();
  try {
    const { id: accountId } = await accounts.createAccount(directory, { username: 'owner', nowMs });
    const slugs: string[] = [];
    for (let number = 1; number <= servers; number += 1)
      slugs.push((await accounts.createServer(directory, { accountId, name: `Server ${number}`, nowMs })).slug);
    const keys: string[] = [];
    for (let count = 0; count < servers / VOTES_A_KEY; count += 1) {
      const rights = { accountId, kind: 'vote', attest: false, votesPerMinute: null } as const;
      keys.push((await accounts.createKey(directory, rights, nowMs)).text);
    }
    const wanted = {
      accountId,
      name: 'A website',
      origins: [origin],
      votesPerMinute: null,
      askUsername: false,
      nowMs,
    } as const;
    return { site: (await accounts.createSite(directory, wanted)).id, slugs, keys };
  } finally {
    await close();
  }
}

/** Votes for every server as the visitor who is there, by keys, so that all elements count down for them. */
export async function voteForAll(service: string, { slugs, keys }: Website): Promise<void> {
  let next = 0;
  async function work(): Promise<void> {
    while (next < slugs.length) {
      const number = next++;
      const answer = await fetch(`${service}/vote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keys[Math.floor(number / VOTES_A_KEY)] ?? '' },
        body: JSON.stringify({ slug: slugs[number] }),
      });
      if (!answer.ok) throw new Error(`A vote was answered with ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

/** All votes of a server, as a visitor is told. */
export async function readVotes(service: string, { site, slugs }: Website): Promise<number> {
  const answer = await fetch(`${service}/sites/${site}/vote/check?slug=${slugs[0]}`);
  const { serverVotes } = JSON.parse(await answer.text());
  return Number(serverVotes);
}
