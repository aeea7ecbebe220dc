import type { BadgeStyle } from '../../contract/badge.ts';
import { Resource } from '../../contract/content-records.ts';
import type { PublicServer } from '../../contract/public-server.ts';
import type { CardResource } from '../embed-snippet.ts';
import type { ContentStore } from '../store/content-store.ts';
import type { DirectoryReader } from '../store/directory-reader.ts';
import type { VoteStore } from '../store/vote-store.ts';
import { publicServerOf } from '../vote/public-server.ts';
import { describeBadge } from './describe-badge.ts';
import { measureBadge } from './render-badge.ts';
import { fitText } from './text-width.ts';

/** Of a line in a card, and of its letters, in pixels. */
const TITLE = { room: 296, fontSize: 16 } as const;

/** What pages for owners of websites may know of a site: that it is there, and its servers and resources one by one. */
export interface SiteView {
  findSite(id: string): Promise<{ readonly id: string; readonly askUsername: boolean } | null>;
  /** A server of the site's account, its votes, and the size of its badges in pixels. */
  findServer(siteId: string, slug: string): Promise<ViewedServer | null>;
  /** A resource by its slug: in that game, or in whichever has it where none is named. */
  findResource(slug: string, game: string): Promise<CardResource | null>;
}

/** What is looked at. */
interface Viewed {
  readonly directory: DirectoryReader;
  readonly votes: Pick<VoteStore, 'readTotals'>;
  readonly content: Pick<ContentStore, 'findByName'>;
}

export interface ViewedServer {
  readonly server: PublicServer;
  readonly votes: number;
  readonly badges: Readonly<Record<BadgeStyle, readonly [width: number, height: number]>>;
}

export function createSiteView({ directory, votes: store, content }: Viewed): SiteView {
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
    async findResource(slug, game) {
      const scope = game === '' ? null : game.normalize('NFC');
      const { json } = await content.findByName('resources', slug.normalize('NFC'), scope);
      return json === null ? null : cardOf(Resource.parse(JSON.parse(json)));
    },
  };
}

function cardOf({ id, slug, title, game }: Resource): CardResource {
  const name = title.trim() || slug;
  return { id, slug, title: name, shortTitle: fitText(name, TITLE.fontSize, TITLE.room), game: game?.slug ?? '' };
}
