/**
 * Every key name of the store. Whatever belongs to an account carries its id in braces, so that a Cluster keeps all of it
 * in one slot, where one script can change it. The others stand alone: they say which account something belongs to.
 * Texts that strangers choose, such as slugs and names of servers, are fields or values and never part of a key.
 */

/** Hash: server number -> all votes. */
export const totalsKey = (accountId: string) => `totals:{${accountId}}`;
/** Hash: `YYYY-MM-DD` -> votes of the server on that day of UTC. */
export const daysKey = (accountId: string, serverNum: number) => `days:{${accountId}}:${serverNum}`;
/** List: times of the votes that the API key was counted for in the last minute, oldest first. */
export const windowKey = (accountId: string, keyId: string) => `window:{${accountId}}:${keyId}`;
/** Stream: the votes; the id of an entry is the vote id. */
export const logKey = (accountId: string) => `log:{${accountId}}`;
/** String: what cast-vote.lua says of a lock. */
export const lockKey = (accountId: string, serverNum: number, voter: string) =>
  `lock:{${accountId}}:${serverNum}:${voter}`;

/** Hash: `username`, `createdAt`, `lastServerNum`, `revision`, another with each change; `deleting` while it is being deleted. */
export const accountKey = (accountId: string) => `account:{${accountId}}`;
/** Hash: server id -> the record as server-record.ts writes it. */
export const serversKey = (accountId: string) => `servers:{${accountId}}`;
/** Hash: slug -> server id. */
export const slugsKey = (accountId: string) => `slugs:{${accountId}}`;
/** Sorted set of `<folded name>\n<server id>`, all with score 0, searched by its order. */
export const namesKey = (accountId: string) => `names:{${accountId}}`;
/** Hash: key id -> record. */
export const keysKey = (accountId: string) => `keys:{${accountId}}`;
/** Hash: site id -> record. */
export const sitesKey = (accountId: string) => `sites:{${accountId}}`;

/** String: what a script answered, for a call that is sent again. */
export const answerKey = (accountId: string, token: string) => `answer:{${accountId}}:${token}`;

/** Pointer: the account that has this username. */
export const usernamePointer = (username: string) => `username:${username}`;
/** Pointer: the account that has this server. */
export const serverPointer = (serverId: string) => `owner:${serverId}`;
/** Pointer: the account that has this API key. */
export const keyPointer = (keyId: string) => `keyid:${keyId}`;
/** Pointer: account and id, as `<account>/<key id>`, of the API key with this SHA-256. */
export const keyHashPointer = (hash: string) => `key:${hash}`;
/** Pointer: the account that has this site. */
export const sitePointer = (siteId: string) => `site:${siteId}`;

/** Set of all account ids; one may be here whose account is not. */
export const ACCOUNTS_KEY = 'accounts';
/** Hash of deletions under way: server id -> `<account> <server number>`. */
export const DELETING_KEY = 'deleting';
/** Fingerprint of the secret that voters are hashed with. */
export const SECRET_KEY = 'secret';
/** String with a time to live, `limit:<key id>`: requests of a key in the running minute. */
export const LIMITS_PREFIX = 'limit:';
/** Channel: who tells, and the account whose directory changed. */
export const CHANGES_CHANNEL = 'changes';

/** Locks of one server. */
export const locksPattern = (accountId: string, serverNum: number) => `lock:{${escapeGlob(accountId)}}:${serverNum}:*`;
/** Locks, windows, days and answers of an account. */
export const leftoversPattern = (accountId: string) => `*:{${escapeGlob(accountId)}}:*`;
export const EVERY_LOCK = 'lock:{*';
export const EVERY_WINDOW = 'window:{*';

/** The parts of a lock's, window's or day count's key: the account, then what follows it. */
export function splitKey(key: string): { readonly accountId: string; readonly rest: readonly string[] } {
  const open = key.indexOf('{');
  const close = key.indexOf('}:', open);
  return { accountId: key.slice(open + 1, close), rest: key.slice(close + 2).split(':') };
}

/** Account ids stand between braces and before colons in keys. @throws Error when one could be mistaken there. */
export function requireKeyPart(id: string): void {
  if (!/^[\w-]+$/.test(id))
    throw new Error(`an account id must have only letters, digits, _ and -: ${JSON.stringify(id)}`);
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]^]/g, '\\$&');
}
