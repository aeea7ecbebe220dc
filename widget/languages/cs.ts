import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Hlasovat',
  'Hlasuje se',
  'Díky za hlas',
  'Odhlasováno',
  'Vaše síť už hlasovala',
  'znovu za {}',
  'Teď je plno',
  'další pokus za {}',
  'Jste offline',
  'hlas odejde po připojení',
  'Hlas se nepodařil',
  'klepněte a zkuste znovu',
  'Hlasování tu není nastaveno',
  'Jméno ve hře',
  '1 až 64 viditelných znaků',
  { one: 'hlas', few: 'hlasy', many: 'hlasu', other: 'hlasů' },
  '# hodina|# hodiny|# hodin;# minuta|# minuty|# minut;# sekunda|# sekundy|# sekund;# h;# min;# s;# h;# m;# s',
];
