import { listCategories } from '../content/categories.ts';
import type { ContentAnswers } from '../content/content-answers.ts';
import type { ContentQuery } from '../content/content-query.ts';
import { getResource, getResourceBySlug, listResources } from '../content/resources.ts';
import type { SiteRecord } from '../store/directory-store.ts';
import { castVote, type VoteRules } from '../vote/cast-vote.ts';
import { checkVote, checkVotes } from '../vote/check-vote.ts';
import { publicServerOf } from '../vote/public-server.ts';
import { readVotes } from '../vote/read-votes.ts';
import type { ContentQuestion, SiteGateway, VisitorListItem } from './gateway.ts';
import type { WriteList } from './server-text.ts';

/** What answers in this process. */
export interface LocalService {
  readonly rules: VoteRules;
  readonly content: ContentAnswers;
  /** Counts what became of each attempt. */
  readonly onDecision: (status: string) => void;
}

interface LocalParts extends LocalService {
  readonly writeList: WriteList;
}

/** The gateway of a hosted site: the same use cases in this process, on the quota of the site's hidden key. */
export function createLocalGateway(
  { rules, content, onDecision, writeList }: LocalParts,
  site: SiteRecord,
): SiteGateway {
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
      return { ...decision, server: publicServerOf(decision.server) };
    },
    async checkVote({ selector, visitor }) {
      const found = await checkVote(rules, site, { selector, address: visitor });
      return { ...found, server: publicServerOf(found.server) };
    },
    async checkVotes({ requested, visitor }) {
      const found = await checkVotes(rules, site, { requested, address: visitor });
      const texts = writeList(requested, found);
      let at = 0;
      const items = found.answers.map((answer): VisitorListItem => {
        return 'refusal' in answer ? answer : { eligibility: answer.eligibility, which: textAt(texts, at++) };
      });
      return { items, nowMs: found.nowMs, window: found.window };
    },
    async readVotes(selector) {
      const { server, votes } = await readVotes(rules, site.accountId, selector);
      return { server: publicServerOf(server), votes };
    },
    getContent: (question, wish) => content.answer(contentQueryOf(question), wish),
  };
}

function textAt(texts: readonly string[], at: number): string {
  const text = texts[at];
  if (text === undefined) throw new Error('A list has more answers than servers.');
  return text;
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
