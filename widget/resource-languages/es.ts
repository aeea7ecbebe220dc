import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Descargas',
  'Me gusta',
  'Actualizado',
  'Creado',
  'Tamaño',
  'Etiquetas',
  'Verificado',
  'Destacado',
  'Cargando',
  'No encontrado',
  'Aún no hay nada',
  'No se pudo cargar',
  'Sin conexión',
  'Sin configurar',
  'Reintentar',
  'Anterior',
  'Siguiente',
  'Página {} de {}',
];
