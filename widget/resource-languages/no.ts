import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Nedlastinger',
  'Liker',
  'Oppdatert',
  'Opprettet',
  'Størrelse',
  'Etiketter',
  'Bekreftet',
  'Fremhevet',
  'Laster',
  'Ikke funnet',
  'Ingenting her ennå',
  'Kunne ikke laste',
  'Du er frakoblet',
  'Ikke satt opp',
  'Prøv igjen',
  'Forrige',
  'Neste',
  'Side {} av {}',
];
