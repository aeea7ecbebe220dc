import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Pobrania',
  'Polubienia',
  'Zaktualizowano',
  'Utworzono',
  'Rozmiar',
  'Tagi',
  'Zweryfikowano',
  'Wyróżnione',
  'Ładowanie',
  'Nie znaleziono',
  'Nic tu jeszcze nie ma',
  'Nie udało się wczytać',
  'Brak połączenia',
  'Nieustawione',
  'Spróbuj ponownie',
  'Poprzednia',
  'Następna',
  'Strona {} z {}',
];
