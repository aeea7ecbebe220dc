import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Głosuj',
  'Głosowanie',
  'Dzięki za głos',
  'Głos już oddany',
  'Twoja sieć już głosowała',
  'ponownie za {}',
  'Teraz duży ruch',
  'kolejna próba za {}',
  'Brak połączenia',
  'wyślemy po powrocie',
  'Nie udało się',
  'naciśnij, by ponowić',
  'Głosowanie nieustawione',
  'Nazwa w grze',
  '1 do 64 widocznych znaków',
  { one: 'głos', few: 'głosy', many: 'głosów', other: 'głosu' },
  '# godzina|# godziny|# godzin;# minuta|# minuty|# minut;# sekunda|# sekundy|# sekund;# godz.;# min;# sek.;# h;# min;# s',
];
