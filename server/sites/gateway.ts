import type { PageQuery } from '../../contract/content-endpoint.ts';
import type { PublicServer } from '../../contract/public-server.ts';
import type { Eligibility, ServerSelector, VoteResult } from '../../contract/vote.ts';
import type { ContentAnswer, ContentWish } from '../content/content-answers.ts';
import type { ResourceFilter } from '../content/resources.ts';
import type { IpAddress } from '../ip-address.ts';
import type { Soon } from '../soon.ts';
import type { KeyWindow } from '../store/vote-store.ts';

/** One visitor's vote as the proxy passes it on. */
export interface VisitorVote {
  readonly selector: ServerSelector;
  readonly visitor: IpAddress;
  readonly username: string | null;
}

interface Answered {
  readonly nowMs: number;
  readonly window: KeyWindow;
}

/** What became of a visitor's vote. */
export type VisitorDecision =
  | (Answered & {
      readonly status: 'counted';
      readonly result: VoteResult;
      readonly voteId: string;
      readonly server: PublicServer;
    })
  | (Answered & { readonly status: 'already_voted'; readonly result: VoteResult; readonly server: PublicServer })
  | (Answered & { readonly status: 'rate_limited' });

export interface VisitorCheck extends Answered {
  readonly eligibility: Eligibility;
  readonly server: PublicServer;
}

/** One answer of a list: for a server, or why there is none. */
export type VisitorListItem =
  | {
      readonly eligibility: Eligibility;
      /** As `writeWhich` says it. */
      readonly which: string;
    }
  | {
      readonly requested: string;
      readonly refusal: {
        readonly status: number;
        readonly code: 'server_not_found' | 'server_not_allowed';
        readonly title: string;
      };
    };

export interface VisitorList extends Answered {
  readonly items: readonly VisitorListItem[];
}

/** Content that a site may show. */
export type ContentQuestion =
  | { readonly of: 'resources'; readonly at: PageQuery; readonly filter: ResourceFilter }
  | { readonly of: 'resource'; readonly id: string }
  | { readonly of: 'resourceBySlug'; readonly slug: string; readonly gameSlug: string | undefined }
  | { readonly of: 'categories'; readonly gameSlug: string | undefined };

/**
 * The voting service as one site sees it, wherever it runs. Rejects with ApiError for what the visitor's request got
 * wrong, and with the errors of the store when it cannot answer.
 */
export interface SiteGateway {
  readonly castVote: (vote: VisitorVote) => Promise<VisitorDecision>;
  readonly checkVote: (question: Omit<VisitorVote, 'username'>) => Promise<VisitorCheck>;
  readonly checkVotes: (question: {
    readonly requested: readonly string[];
    readonly visitor: IpAddress;
  }) => Promise<VisitorList>;
  /** All votes of a server. The visitor is looked at only where the service is asked over the network. */
  readonly readVotes: (
    selector: ServerSelector,
    visitorOf: () => IpAddress,
  ) => Promise<{ readonly server: PublicServer; readonly votes: number }>;
  /** Finished bytes, with ETag and Content-Version. */
  readonly getContent: (question: ContentQuestion, wish: ContentWish) => Soon<ContentAnswer>;
}

/** A site that the proxy serves. */
export interface ServedSite {
  /** May pages of this origin use it? `host` is the host that the request was sent to. */
  readonly isOwnOrigin: (origin: string, host: string | undefined) => boolean;
  readonly gateway: SiteGateway;
}
