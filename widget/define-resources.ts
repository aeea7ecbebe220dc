import { ResourceCardElement } from './resource-card/resource-card.ts';
import { ResourceListElement } from './resource-list/resource-list.ts';
import { defineElement } from './shared/define-element.ts';

/** Makes `<resource-card>` and `<resource-list>` work on this page. */
export function defineResources(): void {
  defineElement('resource-card', ResourceCardElement);
  defineElement('resource-list', ResourceListElement);
}

defineResources();
