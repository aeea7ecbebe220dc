import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Downloads',
  'Synes godt om',
  'Opdateret',
  'Oprettet',
  'Størrelse',
  'Tags',
  'Bekræftet',
  'Fremhævet',
  'Indlæser',
  'Ikke fundet',
  'Intet her endnu',
  'Kunne ikke indlæses',
  'Du er offline',
  'Ikke sat op',
  'Prøv igen',
  'Forrige',
  'Næste',
  'Side {} af {}',
];
