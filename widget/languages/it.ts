import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Vota',
  'Voto in corso',
  'Grazie',
  'Hai già votato',
  'La tua rete ha già votato',
  'di nuovo tra {}',
  'Molto traffico ora',
  'nuovo tentativo tra {}',
  'Sei offline',
  'voto inviato al tuo ritorno',
  'Voto non riuscito',
  'premi per riprovare',
  'Voto non configurato qui',
  'Nome nel gioco',
  'da 1 a 64 caratteri visibili',
  { one: 'voto', many: 'voti', other: 'voti' },
  '# ora|# ore;# minuto|# minuti;# secondo|# secondi;# h;# min;# s;#h;#min;#s',
];
