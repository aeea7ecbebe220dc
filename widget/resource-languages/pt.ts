import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Downloads',
  'Curtidas',
  'Atualizado',
  'Criado',
  'Tamanho',
  'Etiquetas',
  'Verificado',
  'Destaque',
  'Carregando',
  'Não encontrado',
  'Ainda não há nada aqui',
  'Não foi possível carregar',
  'Você está offline',
  'Não configurado',
  'Tentar de novo',
  'Anterior',
  'Próxima',
  'Página {} de {}',
];
