import type { BadgeStyle } from '../../contract/badge.ts';
import type { PublicServer } from '../../contract/public-server.ts';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { VoteStore } from '../store/vote-store.ts';
import { publicServerOf } from '../vote/public-server.ts';
import { describeBadge } from './describe-badge.ts';
import { measureBadge } from './render-badge.ts';

/** What pages for owners of websites may know of a site: that it is there, and its servers one by one. */
export interface SiteView {
  findSite(id: string): Promise<{ readonly id: string; readonly askUsername: boolean } | null>;
  /** A server of the site's account, its votes, and the size of its badges in pixels. */
  findServer(siteId: string, slug: string): Promise<ViewedServer | null>;
}

export interface ViewedServer {
  readonly server: PublicServer;
  readonly votes: number;
  readonly badges: Readonly<Record<BadgeStyle, readonly [width: number, height: number]>>;
}

export function createSiteView(directory: DirectoryReader, store: Pick<VoteStore, 'readTotals'>): SiteView {
  return {
    async findSite(id) {
      const site = await directory.findSite(id);
      return site === null ? null : { id: site.id, askUsername: site.askUsername };
    },
    async findServer(siteId, slug) {
      const site = await directory.findSite(siteId);
      if (site === null) return null;
      const server = await directory.findServerBySlug(site.accountId, slug.normalize('NFC'));
      if (server === null) return null;
      const [votes = 0] = await store.readTotals(site.accountId, [server.num]);
      const sizeOf = (style: BadgeStyle) => measureBadge(describeBadge({ name: server.name, votes }, { style }));
      const badges = { flat: sizeOf('flat'), large: sizeOf('large'), button: sizeOf('button') };
      return { server: publicServerOf(server), votes, badges };
    },
  };
}
