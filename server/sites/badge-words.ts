interface BadgeWords {
  /** BCP 47 tag, for the number. */
  readonly language: string;
  readonly vote: string;
  readonly votes: string;
  readonly isRightToLeft: boolean;
}

/** What one does, and what is counted. The words are those of the widget. */
const WORDS: Readonly<Record<string, readonly [vote: string, votes: string]>> = {
  ar: ['صوّت', 'أصوات'],
  cs: ['Hlasovat', 'hlasy'],
  da: ['Stem', 'stemmer'],
  de: ['Abstimmen', 'Stimmen'],
  el: ['Ψήφισε', 'ψήφοι'],
  en: ['Vote', 'votes'],
  es: ['Votar', 'votos'],
  fi: ['Äänestä', 'äänet'],
  fr: ['Voter', 'votes'],
  he: ['הצבעה', 'הצבעות'],
  hu: ['Szavazok', 'szavazat'],
  id: ['Pilih', 'suara'],
  it: ['Vota', 'voti'],
  ja: ['投票する', '票'],
  ko: ['투표', '표'],
  nl: ['Stem', 'stemmen'],
  no: ['Stem', 'stemmer'],
  pl: ['Głosuj', 'głosy'],
  pt: ['Votar', 'votos'],
  ro: ['Votează', 'voturi'],
  ru: ['Голосовать', 'голоса'],
  sv: ['Rösta', 'röster'],
  tr: ['Oy ver', 'oy'],
  uk: ['Голосувати', 'голоси'],
  vi: ['Bình chọn', 'phiếu'],
  zh: ['投票', '票'],
};
const NORWEGIAN = /^n[bn]$/;
const RIGHT_TO_LEFT = /^(ar|he)$/;

/** The words of a badge. A language without words gets English ones, and then the number in English too. */
export function badgeWords(language: string): BadgeWords {
  const base = language.split('-', 1)[0]?.toLowerCase().replace(NORWEGIAN, 'no') ?? '';
  const known = Object.hasOwn(WORDS, base) ? WORDS[base] : undefined;
  const [vote, votes] = known ?? ['Vote', 'votes'];
  return { language: known === undefined ? 'en' : language, vote, votes, isRightToLeft: RIGHT_TO_LEFT.test(base) };
}
