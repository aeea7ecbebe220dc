import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Rösta',
  'Röstar',
  'Tack för din röst',
  'Du har röstat',
  'Ditt nätverk har röstat',
  'igen om {}',
  'Fullt just nu',
  'nytt försök om {}',
  'Du är offline',
  'röstar när du är tillbaka',
  'Rösten gick inte fram',
  'tryck för att försöka igen',
  'Röstning är inte inställd',
  'Namn i spelet',
  '1 till 64 synliga tecken',
  { one: 'röst', other: 'röster' },
  '# timme|# timmar;# minut|# minuter;# sekund|# sekunder;# tim;# min;# s;#h;#m;#s',
];
