import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Votar',
  'Votando',
  'Gracias',
  'Ya has votado',
  'Tu red ya ha votado',
  'vuelve en {}',
  'Mucho tráfico ahora',
  'se reintenta en {}',
  'Sin conexión',
  'tu voto saldrá al volver',
  'No se pudo votar',
  'pulsa para reintentar',
  'Votación sin configurar',
  'Nombre en el juego',
  'de 1 a 64 caracteres visibles',
  { one: 'voto', many: 'votos', other: 'votos' },
  '# hora|# horas;# minuto|# minutos;# segundo|# segundos;# h;# min;# s;#h;#min;#s',
];
