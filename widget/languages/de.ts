import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Abstimmen',
  'Stimme ab',
  'Danke',
  'Abgestimmt',
  'Dein Netz hat abgestimmt',
  'wieder in {}',
  'Gerade viel los',
  'neuer Versuch in {}',
  'Du bist offline',
  'Stimme folgt, wenn du online bist',
  'Hat nicht geklappt',
  'drücken für neuen Versuch',
  'Abstimmung nicht eingerichtet',
  'Name im Spiel',
  '1 bis 64 sichtbare Zeichen',
  { one: 'Stimme', other: 'Stimmen' },
  '# Stunde|# Stunden;# Minute|# Minuten;# Sekunde|# Sekunden;# Std.;# Min.;# Sek.;#h;# Min.;# Sek.',
];
