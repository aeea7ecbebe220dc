import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Stažení',
  'To se mi líbí',
  'Aktualizováno',
  'Vytvořeno',
  'Velikost',
  'Štítky',
  'Ověřeno',
  'Doporučené',
  'Načítání',
  'Nenalezeno',
  'Zatím tu nic není',
  'Nepodařilo se načíst',
  'Jste offline',
  'Není tu nastaveno',
  'Zkusit znovu',
  'Předchozí',
  'Další',
  'Strana {} z {}',
];
