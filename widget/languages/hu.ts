import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Szavazok',
  'Szavazás',
  'Köszönjük',
  'Már szavaztál',
  'A hálózatod már szavazott',
  'ismét: {}',
  'Most nagy a forgalom',
  'újra próbálja: {}',
  'Nincs kapcsolat',
  'elküldjük, ha visszatérsz',
  'Nem sikerült',
  'nyomd meg újra',
  'A szavazás nincs beállítva',
  'Név a játékban',
  '1–64 látható karakter',
  { one: 'szavazat', other: 'szavazat' },
  '# óra;# perc;# másodperc;# ó;# p;# mp;# ó;# p;# mp',
];
