import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Downloads',
  'Vind-ik-leuks',
  'Bijgewerkt',
  'Gemaakt',
  'Grootte',
  'Tags',
  'Geverifieerd',
  'Uitgelicht',
  'Laden',
  'Niet gevonden',
  'Hier is nog niets',
  'Laden is mislukt',
  'Je bent offline',
  'Niet ingesteld',
  'Opnieuw proberen',
  'Vorige',
  'Volgende',
  'Pagina {} van {}',
];
