import { element } from './element.ts';
import type { DemoServer } from './page-data.ts';
import type { Announce } from './vote/announcer.ts';
import type { ServerClock } from './vote/server-clock.ts';
import { createVoteButton, setText } from './vote/vote-button.ts';
import { type ServerVote, untilMsOf } from './vote/vote-state.ts';
import { wordsOf } from './vote/vote-words.ts';
import type { Voting } from './vote/voting.ts';

export interface CardContext {
  readonly voting: Voting;
  readonly clock: ServerClock;
  readonly cooldownMs: number;
  readonly announce: Announce;
}

const whole = new Intl.NumberFormat('en');

/** The large card of the first server. */
export function createHeroCard(server: DemoServer, context: CardContext): HTMLElement {
  const count = element('b', { class: 'hero-count' }, '–');
  const unit = element('span', {}, 'votes');
  const note = element('p', { class: 'hero-note' });
  const button = createVoteButton('wide', () => void context.voting.vote(server.slug));
  follow(server, context, (vote, words, done) => {
    button.show(vote.state, words, done);
    setText(note, words.note);
    showCount(count, vote.votes);
    setText(unit, vote.votes === 1 ? 'vote' : 'votes');
  });
  const head = element(
    'div',
    { class: 'hero-head' },
    element('img', { class: 'hero-icon', src: server.image, alt: '', width: 112, height: 112 }),
    element('h2', { class: 'hero-name', dir: 'auto' }, server.name),
    element('p', { class: 'hero-about', dir: 'auto' }, server.description),
    element('p', { class: 'hero-votes' }, count, unit),
  );
  return element(
    'article',
    { class: 'hero' },
    element('div', { class: 'hero-sky' }, element('img', { src: server.image, alt: '' })),
    head,
    element('div', { class: 'hero-act' }, button.element, note),
  );
}

/** A row of the list of servers. */
export function createServerRow(server: DemoServer, context: CardContext): HTMLElement {
  const count = element('b', {}, '–');
  const unit = element('span', {}, ' votes');
  const note = element('span', { class: 'row-note' });
  const button = createVoteButton('small', () => void context.voting.vote(server.slug));
  follow(server, context, (vote, words, done) => {
    button.show(vote.state, words, done);
    setText(note, words.reason);
    showCount(count, vote.votes);
    setText(unit, vote.votes === 1 ? ' vote' : ' votes');
  });
  return element(
    'li',
    { class: 'row' },
    element('img', { class: 'row-icon', src: server.image, alt: '', width: 56, height: 56, loading: 'lazy' }),
    element('h3', { class: 'row-name', dir: 'auto' }, server.name),
    element('p', { class: 'row-about', dir: 'auto' }, server.description),
    element('p', { class: 'row-meta' }, element('span', {}, count, unit), note),
    button.element,
  );
}

type Draw = (vote: ServerVote, words: ReturnType<typeof wordsOf>, done: number) => void;

function follow(server: DemoServer, context: CardContext, draw: Draw): void {
  const { clock, cooldownMs } = context;
  context.voting.watch(server.slug, (vote) => {
    const words = wordsOf(vote.state, { serverName: server.name, nowMs: clock.now(), cooldownMs });
    const untilMs = untilMsOf(vote.state);
    const left = untilMs === null ? 0 : untilMs - clock.now();
    draw(vote, words, Math.min(1, Math.max(0, 1 - left / cooldownMs)));
    context.announce(server.slug, vote.state, words);
  });
}

/** A count that grew moves a little, once. */
function showCount(target: HTMLElement, votes: number | null): void {
  const before = target.dataset.votes;
  if (votes === null || before === String(votes)) return;
  target.dataset.votes = String(votes);
  setText(target, whole.format(votes));
  if (before === undefined) return;
  target.classList.remove('grew');
  // Reading the size makes the browser see the class go, so that it can come again.
  void target.offsetWidth;
  target.classList.add('grew');
}
