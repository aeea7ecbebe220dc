import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Téléchargements',
  'J’aime',
  'Mis à jour',
  'Créé',
  'Taille',
  'Étiquettes',
  'Vérifié',
  'À la une',
  'Chargement',
  'Introuvable',
  'Rien ici pour l’instant',
  'Le chargement a échoué',
  'Vous êtes hors ligne',
  'Non configuré ici',
  'Réessayer',
  'Précédent',
  'Suivant',
  'Page {} sur {}',
];
