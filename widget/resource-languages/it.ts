import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Download',
  'Mi piace',
  'Aggiornato',
  'Creato',
  'Dimensione',
  'Etichette',
  'Verificato',
  'In evidenza',
  'Caricamento',
  'Non trovato',
  'Ancora niente qui',
  'Caricamento non riuscito',
  'Sei offline',
  'Non configurato qui',
  'Riprova',
  'Precedente',
  'Successiva',
  'Pagina {} di {}',
];
