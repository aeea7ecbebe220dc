import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Votează',
  'Se votează',
  'Mulțumim',
  'Ai votat deja',
  'Rețeaua ta a votat deja',
  'din nou în {}',
  'Aglomerat acum',
  'reîncearcă în {}',
  'Ești offline',
  'votul pleacă la revenire',
  'Votul nu a reușit',
  'apasă pentru a reîncerca',
  'Vot neconfigurat aici',
  'Nume în joc',
  '1–64 de caractere vizibile',
  { one: 'vot', few: 'voturi', other: 'de voturi' },
  '# oră|# ore|# de ore;# minut|# minute|# de minute;# secundă|# secunde|# de secunde;# oră|# ore;# min.;# s;# h;# m;# s',
];
