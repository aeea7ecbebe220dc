import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Stem',
  'Stemmer',
  'Tak for stemmen',
  'Du har stemt',
  'Dit netværk har stemt',
  'igen om {}',
  'Travlt lige nu',
  'prøver igen om {}',
  'Du er offline',
  'stemmer, når du er tilbage',
  'Kunne ikke stemme',
  'tryk for at prøve igen',
  'Afstemning er ikke sat op',
  'Navn i spillet',
  '1 til 64 synlige tegn',
  { one: 'stemme', other: 'stemmer' },
  '# time|# timer;# minut|# minutter;# sekund|# sekunder;# t.;# min.;# sek.;# t;# m;# s',
];
