import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Äänestä',
  'Äänestetään',
  'Kiitos äänestäsi',
  'Olet äänestänyt',
  'Verkostasi on äänestetty',
  'uudelleen: {}',
  'Ruuhkaa juuri nyt',
  'uusi yritys: {}',
  'Ei yhteyttä',
  'ääni lähtee yhteyden tullen',
  'Ääni ei mennyt läpi',
  'yritä uudelleen painamalla',
  'Äänestys ei ole käytössä',
  'Nimi pelissä',
  '1–64 näkyvää merkkiä',
  { one: 'ääni', other: 'ääntä' },
  '# tunti|# tuntia;# minuutti|# minuuttia;# sekunti|# sekuntia;# t;# min;# s;#t;#min;#s',
];
