import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Letöltések',
  'Kedvelések',
  'Frissítve',
  'Létrehozva',
  'Méret',
  'Címkék',
  'Ellenőrzött',
  'Kiemelt',
  'Betöltés',
  'Nem található',
  'Itt még nincs semmi',
  'Nem sikerült betölteni',
  'Nincs kapcsolat',
  'Nincs beállítva',
  'Próbáld újra',
  'Előző',
  'Következő',
  '{}. oldal / {}',
];
