import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Descărcări',
  'Aprecieri',
  'Actualizat',
  'Creat',
  'Mărime',
  'Etichete',
  'Verificat',
  'Recomandat',
  'Se încarcă',
  'Nu s-a găsit',
  'Încă nimic aici',
  'Nu s-a încărcat',
  'Ești offline',
  'Neconfigurat aici',
  'Încearcă din nou',
  'Înapoi',
  'Înainte',
  'Pagina {} din {}',
];
