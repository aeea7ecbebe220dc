import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Votar',
  'Votando',
  'Obrigado',
  'Você já votou',
  'Sua rede já votou',
  'de novo em {}',
  'Muito movimento agora',
  'nova tentativa em {}',
  'Você está offline',
  'vota quando você voltar',
  'Não foi possível votar',
  'toque para tentar de novo',
  'Votação não configurada',
  'Nome no jogo',
  '1 a 64 caracteres visíveis',
  { one: 'voto', many: 'votos', other: 'votos' },
  '# hora|# horas;# minuto|# minutos;# segundo|# segundos;# h;# min;# s;# h;# min;# s',
];
