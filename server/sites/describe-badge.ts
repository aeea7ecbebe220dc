import type { BadgeStyle } from '../../contract/badge.ts';
import { badgeWords } from './badge-words.ts';
import type { Badge } from './render-badge.ts';

export interface CountedServer {
  readonly name: string;
  readonly votes: number;
}

/** From here on a number is shown in its short form. */
const LONG_NUMBER = 1_000_000;

/** What the badge of a server says. */
export function describeBadge(
  { name, votes }: CountedServer,
  wish: { readonly style: BadgeStyle; readonly label?: string | undefined; readonly lang?: string | undefined },
): Badge {
  const words = badgeWords(wish.lang ?? 'en');
  const all = new Intl.NumberFormat(words.language).format(votes);
  return {
    style: wish.style,
    label: wish.label ?? (wish.style === 'button' ? words.vote : words.votes),
    message: votes < LONG_NUMBER ? all : shorten(votes, words.language),
    title: `${name}, ${words.votes}: ${all}`,
    isRightToLeft: words.isRightToLeft,
    isFault: false,
  };
}

function shorten(votes: number, language: string): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(votes);
}
