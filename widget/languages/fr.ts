import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Voter',
  'Vote en cours',
  'Merci',
  'Vous avez voté',
  'Votre réseau a voté',
  'revoter dans {}',
  'Très demandé',
  'nouvel essai dans {}',
  'Vous êtes hors ligne',
  'vote envoyé à votre retour',
  'Le vote a échoué',
  'appuyez pour réessayer',
  'Vote non configuré ici',
  'Nom dans le jeu',
  '1 à 64 caractères visibles',
  { one: 'vote', many: 'votes', other: 'votes' },
  '#\u00a0heure|#\u00a0heures;# minute|# minutes;#\u00a0seconde|#\u00a0secondes;#\u202fh;#\u00a0min;#\u202fs;#h;#min;#s',
];
