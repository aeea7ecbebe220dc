import { element } from './element.ts';
import { createResourceCard, type DemoResource } from './resource-card.ts';

const FIRST = 6;

interface DemoResources {
  readonly resources: readonly DemoResource[];
}

/** Fills the list of resources on pages that have one, or says on it that it could not. */
export async function showResources(root: ParentNode): Promise<void> {
  const list = root.querySelector<HTMLElement>('#resources');
  const more = root.querySelector<HTMLElement>('#more-resources');
  if (list === null || more === null) return;
  try {
    fillList(list, more, await readResources('/demo/resources.json'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `This part could not be loaded. ${reason} Reload the page to try again.`;
    list.replaceWith(element('p', { class: 'failed', role: 'alert' }, text));
  }
}

function fillList(list: HTMLElement, more: HTMLElement, resources: readonly DemoResource[]): void {
  const cards = [...resources].sort(byInterest).map((resource) => createResourceCard(resource, Date.now()));
  list.replaceChildren(...cards.slice(0, FIRST));
  more.hidden = cards.length <= FIRST;
  more.textContent = `Show all ${cards.length}`;
  more.addEventListener('click', () => {
    more.hidden = true;
    list.append(...cards.slice(FIRST));
    const next = cards[FIRST];
    next?.setAttribute('tabindex', '-1');
    next?.focus({ preventScroll: true });
  });
}

/** What is featured comes first, then what changed last. */
function byInterest(a: DemoResource, b: DemoResource): number {
  return Number(b.featured) - Number(a.featured) || b.updatedAt.localeCompare(a.updatedAt);
}

/** @throws Error when the answer is not a good one. */
async function readResources(path: string): Promise<readonly DemoResource[]> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  const { resources }: DemoResources = await response.json();
  return resources;
}
