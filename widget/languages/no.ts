import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Stem',
  'Stemmer',
  'Takk for stemmen',
  'Du har stemt',
  'Nettet ditt har stemt',
  'igjen om {}',
  'Travelt akkurat nå',
  'prøver igjen om {}',
  'Du er frakoblet',
  'stemmer når du er tilbake',
  'Kunne ikke stemme',
  'trykk for å prøve igjen',
  'Stemming er ikke satt opp',
  'Navn i spillet',
  '1 til 64 synlige tegn',
  { one: 'stemme', other: 'stemmer' },
  '# time|# timer;# minutt|# minutter;# sekund|# sekunder;# t;# min;# sek;#t;#m;#s',
];
