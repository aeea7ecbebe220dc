import type { PublicServer } from '../../contract/public-server.ts';
import { listCategories } from '../content/categories.ts';
import type { ContentAnswers } from '../content/content-answers.ts';
import type { ContentQuery } from '../content/content-query.ts';
import { getResource, getResourceBySlug, listResources } from '../content/resources.ts';
import type { ServerRecord, SiteRecord } from '../store/directory-store.ts';
import { castVote, type VoteRules } from '../vote/cast-vote.ts';
import { checkVote, checkVotes } from '../vote/check-vote.ts';
import { publicServerOf } from '../vote/public-server.ts';
import { readVotes } from '../vote/read-votes.ts';
import type { ContentQuestion, SiteGateway } from './gateway.ts';

/** What answers in this process. */
export interface LocalService {
  readonly rules: VoteRules;
  readonly content: ContentAnswers;
  /** Counts what became of each attempt. */
  readonly onDecision: (status: string) => void;
}

/** The same, with what a visitor may know of a server. */
interface LocalParts extends LocalService {
  readonly shownOf: (record: ServerRecord) => PublicServer;
}

/** What a visitor may know of each server: one object for one record, so that what is made of it can be kept with it. */
export function createPublicServers(): (record: ServerRecord) => PublicServer {
  const known = new WeakMap<ServerRecord, PublicServer>();
  return (record) => {
    const before = known.get(record);
    if (before !== undefined) return before;
    const server = publicServerOf(record);
    known.set(record, server);
    return server;
  };
}

/** The gateway of a hosted site: the same use cases in this process, on the quota of the site's hidden key. */
export function createLocalGateway({ rules, content, onDecision, shownOf }: LocalParts, site: SiteRecord): SiteGateway {
  return {
    async castVote({ selector, visitor, username }) {
      const order = {
        ballot: site,
        selector,
        address: visitor,
        username,
        idempotencyKey: null,
        via: 'hosted',
      } as const;
      const decision = await castVote(rules, order);
      onDecision(decision.status);
      return { ...decision, server: shownOf(decision.server) };
    },
    async checkVote({ selector, visitor }) {
      const found = await checkVote(rules, site, { selector, address: visitor });
      return { ...found, server: shownOf(found.server) };
    },
    async checkVotes({ requested, visitor }) {
      const found = await checkVotes(rules, site, { requested, address: visitor });
      const items = found.answers.map((answer) =>
        'refusal' in answer
          ? answer
          : { requested: answer.requested, server: shownOf(answer.server), eligibility: answer.eligibility },
      );
      return { items, nowMs: found.nowMs, window: found.window };
    },
    async readVotes(selector) {
      const { server, votes } = await readVotes(rules, site.accountId, selector);
      return { server: shownOf(server), votes };
    },
    getContent: (question, wish) => content.answer(contentQueryOf(question), wish),
  };
}

function contentQueryOf(question: ContentQuestion): ContentQuery {
  switch (question.of) {
    case 'resources':
      return listResources(question.at, question.filter);
    case 'resource':
      return getResource(question.id);
    case 'resourceBySlug':
      return getResourceBySlug(question.slug, question.gameSlug);
    case 'categories':
      return listCategories(question.gameSlug);
  }
}
