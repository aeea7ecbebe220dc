import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Downloads',
  'Gefällt mir',
  'Aktualisiert',
  'Erstellt',
  'Größe',
  'Schlagwörter',
  'Verifiziert',
  'Empfohlen',
  'Lädt',
  'Nicht gefunden',
  'Noch nichts da',
  'Hat nicht geladen',
  'Du bist offline',
  'Nicht eingerichtet',
  'Erneut versuchen',
  'Zurück',
  'Weiter',
  'Seite {} von {}',
];
