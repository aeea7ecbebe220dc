import type { Redis } from 'ioredis';
import { hashOfKey, PEER_KEYS, PEER_SERVERS, PEER_SITES, type PeerServer, type PeerSite } from './peer-data.ts';

/**
 * Votes as one writes them with a few commands of Redis: look up the key and the server, take the lock with `SET NX PX`, count
 * with `INCR`; of a list, `HMGET` for all servers and `MGET` for all locks and counts. What becomes of a vote when the process ends between two of these commands is another question.
 */
const COOLDOWN_MS = 43_200_000;
/** As the service is set in the benchmark: far above what any key gets. */
export const VOTES_PER_MINUTE = 290;

export interface PeerAnswer {
  readonly status: number;
  readonly body: object;
}

export interface ConventionalVotes {
  /** The account of a key, or `null`. */
  findAccount(key: string | undefined): Promise<string | null>;
  /** A site that may be used from this origin, or `null`. */
  findSite(id: string, origin: string | undefined): Promise<PeerSite | null>;
  cast(accountId: string, serverId: unknown, ip: string): Promise<PeerAnswer>;
  /** The same for the page of a site, which is told of the server, too. */
  castAtSite(accountId: string, serverId: unknown, ip: string): Promise<PeerAnswer>;
  check(accountId: string, serverId: unknown, ip: string): Promise<PeerAnswer>;
  checkAll(accountId: string, serverIds: readonly string[], ip: string): Promise<PeerAnswer>;
}

const NOT_FOUND: PeerAnswer = { status: 404, body: { error: 'server not found' } };

/** @param prefix keeps the votes of one program apart from those of others. */
export function createConventionalVotes(redis: Redis, prefix: string): ConventionalVotes {
  const names = namesOf(prefix);

  async function findServer(accountId: string, serverId: unknown): Promise<PeerServer | null> {
    if (typeof serverId !== 'string') return null;
    return readServer(accountId, await redis.hget(PEER_SERVERS, serverId));
  }

  async function check(accountId: string, serverId: unknown, ip: string): Promise<PeerAnswer> {
    const server = await findServer(accountId, serverId);
    if (server === null) return NOT_FOUND;
    const [nextVoteAt, votes] = await Promise.all([
      redis.get(names.lockOf(String(serverId), ip)),
      redis.get(names.totalOf(String(serverId))),
    ]);
    return { status: 200, body: checkBody(nextVoteAt, votes) };
  }

  async function checkAll(accountId: string, serverIds: readonly string[], ip: string): Promise<PeerAnswer> {
    // Redis takes no empty list.
    if (serverIds.length === 0) return NOT_FOUND;
    const texts = await redis.hmget(PEER_SERVERS, ...serverIds);
    const found = await redis.mget(...serverIds.map((id) => names.lockOf(id, ip)), ...serverIds.map(names.totalOf));
    const results = texts.map((text, at) => {
      const server = readServer(accountId, text);
      if (server === null) return NOT_FOUND.body;
      const standing = checkBody(found[at] ?? null, found[serverIds.length + at] ?? null);
      return Object.assign(standing, { requested: serverIds[at], server: server.shown });
    });
    return { status: 200, body: { results, now: new Date().toISOString() } };
  }

  return {
    findAccount: async (key) => (key === undefined ? null : redis.hget(PEER_KEYS, hashOfKey(key))),
    async findSite(id, origin) {
      const text = await redis.hget(PEER_SITES, id);
      if (text === null) return null;
      const site: PeerSite = JSON.parse(text);
      return site.origin === origin ? site : null;
    },
    async cast(accountId, serverId, ip) {
      const server = await findServer(accountId, serverId);
      return server === null ? NOT_FOUND : castFor(redis, names, { server, ip });
    },
    async castAtSite(accountId, serverId, ip) {
      const server = await findServer(accountId, serverId);
      if (server === null) return NOT_FOUND;
      const { status, body } = await castFor(redis, names, { server, ip });
      return { status, body: Object.assign(body, { now: new Date().toISOString(), server: server.shown }) };
    },
    check,
    checkAll,
  };
}

function namesOf(prefix: string) {
  return {
    lockOf: (serverId: string, ip: string) => `${prefix}:lock:${serverId}:${ip}`,
    totalOf: (serverId: string) => `${prefix}:votes:${serverId}`,
  };
}

async function castFor(
  redis: Redis,
  { lockOf, totalOf }: ReturnType<typeof namesOf>,
  { server, ip }: { readonly server: PeerServer; readonly ip: string },
): Promise<PeerAnswer> {
  const { id, name } = server.shown;
  const nextVoteAt = new Date(Date.now() + COOLDOWN_MS).toISOString();
  const isFirst = (await redis.set(lockOf(id, ip), nextVoteAt, 'PX', COOLDOWN_MS, 'NX')) !== null;
  if (isFirst) {
    const votes = await redis.incr(totalOf(id));
    const message = `Thank you for voting for ${name}. The next vote is possible at ${nextVoteAt}.`;
    return { status: 200, body: { success: true, votes, nextVoteAt, message } };
  }
  const [until, votes] = await Promise.all([redis.get(lockOf(id, ip)), redis.get(totalOf(id))]);
  const message = `You have voted for ${name}. The next vote is possible at ${until}.`;
  return { status: 429, body: { success: false, votes: Number(votes ?? 0), nextVoteAt: until, message } };
}

/** A server of this account, or `null`. */
function readServer(accountId: string, text: string | null): PeerServer | null {
  if (text === null) return null;
  const server: PeerServer = JSON.parse(text);
  return server.accountId === accountId ? server : null;
}

function checkBody(nextVoteAt: string | null, votes: string | null): object {
  return { canVote: nextVoteAt === null, nextVoteAt, serverVotes: Number(votes ?? 0) };
}
