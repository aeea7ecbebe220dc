import { element, icon } from '../element.ts';
import { isPressable, type VoteState } from './vote-state.ts';
import type { VoteWords } from './vote-words.ts';

export interface VoteButton {
  readonly element: HTMLButtonElement;
  show(state: VoteState, words: VoteWords, done: number): void;
}

/**
 * The button of one server, of one size in every state. It is never `disabled`, which would drop the focus to the top of
 * the page; `aria-disabled` says the same.
 */
export function createVoteButton(variant: 'wide' | 'small', onPress: () => void): VoteButton {
  const spoken = element('span', { class: 'unseen' });
  const label = element('span', { class: 'vote-label' });
  const sub = element('span', { class: 'vote-sub' });
  const ticking = element('span', { class: 'vote-time' });
  const picture = element('span', { class: 'vote-icon' });
  const bar = element('span', { class: 'vote-bar' });
  const text = element(
    'span',
    { class: 'vote-text' },
    label,
    ' ',
    element('span', { class: 'vote-line' }, sub, ' ', ticking),
  );
  const seen = element('span', { class: 'vote-seen', 'aria-hidden': 'true' }, picture, text, bar);
  const button = element('button', { type: 'button', class: `vote vote-${variant}` }, spoken, seen);
  button.addEventListener('click', onPress);

  return {
    element: button,
    show(state, words, done) {
      button.dataset.state = state.kind;
      button.setAttribute('aria-disabled', String(!isPressable(state)));
      setText(spoken, words.spoken);
      setText(label, variant === 'wide' ? words.label : words.short);
      setText(sub, variant === 'wide' ? words.sub : '');
      setText(ticking, variant === 'wide' ? words.ticking : '');
      if (picture.dataset.icon !== words.icon) {
        picture.dataset.icon = words.icon;
        picture.replaceChildren(...(words.icon === 'none' ? [] : [icon(words.icon)]));
      }
      bar.style.setProperty('--done', `${(done * 100).toFixed(2)}%`);
    },
  };
}

/** Leaves text alone that is there already, so that a selection or a screen reader is not disturbed. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
