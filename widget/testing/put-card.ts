import type { ResourceCardElement } from '../resource-card/resource-card.ts';
import { newResource, type ServedContent } from './serve-content.ts';

/** Puts a card on the page, by default of a resource of its own, and waits until it is known what there is to show. */
export async function putCard(
  content: ServedContent,
  attributes: Record<string, string> = {},
  inside = '',
): Promise<ResourceCardElement> {
  const element = document.createElement('resource-card');
  const resource = newResource();
  if (!attributes.resource && !attributes['resource-id']) content.resources.push(resource);
  const own = { endpoint: content.endpoint, resource: resource.slug, loading: 'eager', ...attributes };
  for (const [name, value] of Object.entries(own)) element.setAttribute(name, value);
  element.innerHTML = inside;
  document.body.append(element);
  await element.ready;
  await settle();
  return element;
}

/** Until what has changed is shown. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

export function part(element: Element, name: string): HTMLElement | null {
  return element.shadowRoot?.querySelector<HTMLElement>(`[part=${name}]`) ?? null;
}

export function textOf(element: Element, name: string): string | undefined {
  return part(element, name)?.textContent?.trim();
}

export function textsOf(element: Element, name: string): (string | null)[] {
  return [...(element.shadowRoot?.querySelectorAll(`[part=${name}]`) ?? [])].map((node) => node.textContent);
}

export function labelsOf(element: Element, name: string): (string | null)[] {
  return [...(element.shadowRoot?.querySelectorAll(`[part=${name}]`) ?? [])].map((node) =>
    node.getAttribute('aria-label'),
  );
}
