import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Votar',
  'Votando',
  'Gracias por votar',
  'Ya has votado',
  'Tu red ya ha votado',
  'de nuevo en {}',
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
];
