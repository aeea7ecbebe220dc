import type { KeyKind, KeyRecord, SiteRecord } from '../directory-store.ts';

/** A key as the file holds it, under the names of KeyRecord. */
export interface KeyRow extends Omit<KeyRecord, 'attest'> {
  readonly kind: KeyKind;
  readonly attest: number;
}

/** A site as the file holds it, under the names of SiteRecord. */
export interface SiteRow extends Omit<SiteRecord, 'origins' | 'askUsername'> {
  /** One per line: no origin holds a line break. */
  readonly origins: string;
  readonly askUsername: number;
}

/** To be followed by WHERE or ORDER BY; `a` is the account. */
export const SELECT_SERVERS = `
  SELECT s.id, a.id AS accountId, s.num, s.slug, s.name, s.description, s.image, s.created_at AS createdAt
  FROM servers AS s JOIN accounts AS a ON a.num = s.account`;

export const SELECT_KEYS = `
  SELECT k.id, a.id AS accountId, k.hash, k.hint, k.kind, k.attest, k.votes_per_minute AS votesPerMinute,
         k.created_at AS createdAt, k.expires_at_ms AS expiresAtMs
  FROM keys AS k JOIN accounts AS a ON a.num = k.account`;

export const SELECT_SITES = `
  SELECT s.id, a.id AS accountId, s.name, s.origins, s.key_id AS keyId, s.votes_per_minute AS votesPerMinute,
         s.ask_username AS askUsername, s.created_at AS createdAt
  FROM sites AS s JOIN accounts AS a ON a.num = s.account`;

export function readKeyRow(row: KeyRow): KeyRecord {
  return { ...row, attest: row.attest === 1 };
}

export function rowOfKey(key: KeyRecord): KeyRow {
  return { ...key, attest: key.attest ? 1 : 0 };
}

export function readSiteRow(row: SiteRow): SiteRecord {
  const origins = row.origins === '' ? [] : row.origins.split('\n');
  return { ...row, origins, askUsername: row.askUsername === 1 };
}

export function rowOfSite(site: SiteRecord): SiteRow {
  return { ...site, origins: site.origins.join('\n'), askUsername: site.askUsername ? 1 : 0 };
}
