import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Lataukset',
  'Tykkäykset',
  'Päivitetty',
  'Luotu',
  'Koko',
  'Tunnisteet',
  'Vahvistettu',
  'Suositeltu',
  'Ladataan',
  'Ei löytynyt',
  'Täällä ei ole vielä mitään',
  'Lataus epäonnistui',
  'Ei yhteyttä',
  'Ei käytössä täällä',
  'Yritä uudelleen',
  'Edellinen',
  'Seuraava',
  'Sivu {}/{}',
];
