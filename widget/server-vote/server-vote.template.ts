import { html, nothing, type TemplateResult } from 'lit/html.js';
import { clockOf, type Language, LONG, NARROW, SHORT } from '../shared/language.ts';
import { toImageAddress } from '../shared/web-address.ts';
import type { Ballot } from './ballot.ts';
import { type Face, UP } from './face.ts';
import type { NameQuestion } from './name-question.ts';
import { isPressable, type VoteStatus } from './server-vote.state.ts';

/** All that is shown. */
export interface View {
  readonly ballot: Ballot | undefined;
  readonly state: VoteStatus;
  readonly language: Language;
  readonly face: Face;
  /** The element, whose attributes say how it looks. */
  readonly look: Element;
  /** The text of the live region. */
  readonly heard: string;
  readonly question: NameQuestion;
  readonly press: () => void;
}

export function renderVote(view: View): TemplateResult {
  const { ballot, language, look, question, state } = view;
  // What is narrow shows words only where there is no number to show.
  const isBare = /ready|voting/.test(state) && votesIn(view) === null;
  const flags = [ballot?.isOwn && 'own', isBare && 'bare', !ballot?.server && 'unknown'];
  const looks = ['variant', 'size', 'theme'].map((name) => look.getAttribute(name));
  const classes = ['base', state, ...looks, ...flags].join(' ');
  return html`<div part="base" class=${classes} translate="no" lang=${language.code} dir=${language.direction ?? nothing}>${
    look.getAttribute('variant') === 'card' ? renderHead(view) : nothing
  }${question.isOpen && isPressable(state) ? renderQuestion(view) : renderButton(view)}<span id="about" class="unseen" .textContent=${describe(view)}></span><output class="unseen" .textContent=${view.heard}></output></div>`;
}

/** What a screen reader is told at a change. */
export function speak(view: View): string {
  return `${view.face[1]}. ${describe(view)}`;
}

function renderButton(view: View): TemplateResult {
  const {
    face: [path, label],
    state,
  } = view;
  const isReady = state === 'ready';
  // A placeholder with nodes of its own: what comes in its place has not moved.
  if (state === 'checking')
    return renderBox(
      view,
      html`<span class="words"><span part="label" class="label" .textContent=${label}></span></span>`,
    );
  const inside = isReady
    ? html`<span part="icon" class="icon" aria-hidden="true"><slot name="icon"><svg viewBox="0 0 24 24"><path d=${path}></path></svg></slot></span><span class="words"><span part="label" class="label"><slot name="label" .textContent=${label}></slot></span></span>`
    : html`<span part="icon" class="icon" aria-hidden="true"><svg viewBox="0 0 24 24"><path d=${path}></path></svg></span><span class="words"><span part="label" class="label" .textContent=${label}></span>${renderNote(view)}</span>`;
  // The child link stays in reach where nothing else can be done.
  if (state === 'misconfigured') return html`<div part="notice" class="box">${inside}</div>`;
  return renderBox(view, inside);
}

function renderBox(view: View, inside: TemplateResult): TemplateResult {
  const { ballot, look, press, state } = view;
  return html`<button part="button" class="box" aria-disabled=${!isPressable(state)} aria-describedby="about" @click=${press}>${inside}${
    look.getAttribute('variant') === 'card' ? nothing : renderCount(view)
  }<span class="unseen" .textContent=${`, ${ballot?.server?.name ?? ''}`}></span><span part="bar" class="bar" .style=${`--done:${doneOf(ballot)}`}></span></button>`;
}

/** Thousandths of the wait. Rounded, for each change makes the browser find styles anew; a property, for attributes offend a strict policy. */
function doneOf(ballot: Ballot | undefined): number {
  return ballot ? Math.round(1000 - (ballot.secondsLeft * 1000000) / ballot.waitMs) : 0;
}

/** Hidden from screen readers, which would read out every second. */
function renderNote(view: View): TemplateResult | typeof nothing {
  const { ballot, face, look, language, state } = view;
  const note = face[2];
  if (state === 'misconfigured') return renderLink(look);
  const [before = '', after] = note.split('{}');
  if (!note || (after !== undefined && look.getAttribute('countdown') === 'none')) return nothing;
  const seconds = ballot?.secondsLeft ?? 0;
  const style = look.getAttribute('variant') === 'compact' ? NARROW : SHORT;
  const isText = state === 'busy' || look.getAttribute('countdown') === 'text';
  const time = isText ? language.length(seconds, style) : clockOf(seconds);
  return html`<span part="note" class="note" aria-hidden="true"><span .textContent=${before}></span><span part="time" class="time" .textContent=${after === undefined ? '' : time}></span><span .textContent=${after ?? ''}></span></span>`;
}

/** The child link. A picture of the element's size, as snippets have it, has no place inside: its words take its own. */
function renderLink(look: Element): TemplateResult {
  const link = look.querySelector<HTMLAnchorElement>('a:has(img)');
  return link
    ? html`<a class="note" href=${link.href} .textContent=${link.querySelector('img')?.alt ?? ''}></a>`
    : html`<span class="note"><slot></slot></span>`;
}

function renderCount(view: View): TemplateResult | typeof nothing {
  const votes = votesIn(view);
  return votes === null
    ? nothing
    : html`<span part="count" class="count" aria-hidden="true" .textContent=${view.language.whole(votes)}></span>`;
}

function renderHead(view: View): TemplateResult {
  const { ballot, language } = view;
  const server = ballot?.server;
  const votes = votesIn(view);
  const image = toImageAddress(server?.image ?? '');
  return html`<div part="head" class="head"><span part="picture" class="picture" aria-hidden="true"><span .textContent=${[...(server?.name ?? '')][0] ?? ''}></span>${
    image ? html`<img alt="" loading="lazy" src=${image}>` : nothing
  }</span><span part="name" class="name" .textContent=${server?.name ?? ''}></span><span part="description" class="description" .textContent=${server?.description ?? ''}></span>${
    votes === null
      ? nothing
      : html`<span class="figure">${renderCount(view)}<span part="unit" class="unit" .textContent=${language.voteWord(votes)}></span></span>`
  }</div>`;
}

function renderQuestion({ language, question }: View): TemplateResult {
  const { messages } = language;
  const check = (event: Event) => question.check(event, messages[14]);
  return html`<form part="form" class="box" @submit=${question.answer} @keydown=${question.press}><input part="input" required autocomplete="username" aria-label=${messages[13]} placeholder=${messages[13]} @input=${check}><button class="go" aria-label=${messages[0]}><svg viewBox="0 0 24 24"><path d=${UP}></path></svg></button></form>`;
}

/** The second line for those who hear it, with lengths of time in words and without seconds. */
function describe(view: View): string {
  const { ballot, face, language } = view;
  const note = face[2].replace('{}', () => language.length(ballot?.secondsLeft ?? 0, LONG));
  const votes = votesIn(view);
  const count = votes === null ? '' : `${language.whole(votes)} ${language.voteWord(votes)}`;
  return [note, count].filter(Boolean).join('. ');
}

/** The number that is shown; `null` where it is not known, or not to be seen. */
function votesIn({ ballot, look }: View): number | null {
  return look.hasAttribute('hide-count') ? null : (ballot?.votes ?? null);
}
