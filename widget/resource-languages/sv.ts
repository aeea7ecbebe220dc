import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Nedladdningar',
  'Gillningar',
  'Uppdaterad',
  'Skapad',
  'Storlek',
  'Taggar',
  'Verifierad',
  'Utvald',
  'Laddar',
  'Hittades inte',
  'Inget här än',
  'Kunde inte laddas',
  'Du är offline',
  'Inte inställt',
  'Försök igen',
  'Föregående',
  'Nästa',
  'Sida {} av {}',
];
