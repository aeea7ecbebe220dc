import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Stem',
  'Bezig met stemmen',
  'Bedankt',
  'Je hebt gestemd',
  'Je netwerk heeft gestemd',
  'weer over {}',
  'Druk op dit moment',
  'nieuwe poging over {}',
  'Je bent offline',
  'stemt als je terug bent',
  'Stemmen is mislukt',
  'druk om het weer te proberen',
  'Stemmen is niet ingesteld',
  'Naam in het spel',
  '1 tot 64 zichtbare tekens',
  { one: 'stem', other: 'stemmen' },
  '# uur;# minuut|# minuten;# seconde|# seconden;# uur;# min;# sec;# u;# m;# s',
];
