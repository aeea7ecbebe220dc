import { afterEach, beforeEach, expect, test } from 'vitest';
import '../define.ts';
import type { ServedSite } from '../testing/serve-site.ts';
import { serveSite } from '../testing/serve-site.ts';

let site: ServedSite;
beforeEach(() => {
  site = serveSite();
});
afterEach(() => {
  site.stop();
  document.documentElement.removeAttribute('dir');
  localStorage.removeItem('server-vote-username');
});

interface Asking {
  readonly box: HTMLElement;
  readonly field: HTMLInputElement;
  readonly button: HTMLElement;
}

/** An element that asks for the name. */
async function ask(variant: string, size: string, theme = 'auto'): Promise<Asking> {
  const element = document.createElement('server-vote');
  const server = `s-${crypto.randomUUID()}`;
  const looks = { variant, size, theme };
  for (const [name, value] of Object.entries({ endpoint: site.endpoint, server, 'ask-username': '', ...looks }))
    element.setAttribute(name, value);
  element.style.margin = '40px';
  document.body.append(element);
  await element.ready;
  await element.vote();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const find = <Part extends HTMLElement>(selector: string) => element.shadowRoot!.querySelector<Part>(selector)!;
  return { box: find('form'), field: find('input'), button: find('.go') };
}

/** What a press in the middle of a part reaches. */
function pressed(part: HTMLElement): Element | null {
  const { left, top, width, height } = part.getBoundingClientRect();
  const root = part.getRootNode();
  return root instanceof ShadowRoot ? root.elementFromPoint(left + width / 2, top + height / 2) : null;
}

test.each(['light', 'dark'])(
  'the question in the field is as dark or light as other text of less weight, in %s',
  async (theme) => {
    const { box, field } = await ask('button', 'medium', theme);
    const probe = document.createElement('span');
    probe.style.color = 'var(--muted)';
    box.append(probe);
    const { color, opacity } = getComputedStyle(field, '::placeholder');
    expect([color, opacity]).toEqual([getComputedStyle(probe).color, '1']);
  },
);

const LOOKS = ['button', 'compact', 'card'].flatMap((variant) =>
  ['medium', 'large'].flatMap((size) => ['ltr', 'rtl'].map((dir) => [variant, size, dir] as const)),
);

test.each(LOOKS)('the question in a %s of %s size, %s, stays in its box and can be reached', async (...look) => {
  const [variant, size, dir] = look;
  document.documentElement.dir = dir;
  const { box, field, button } = await ask(variant, size);
  field.value = 'Mirelle';
  const outer = box.getBoundingClientRect();
  for (const part of [field, button]) {
    const inner = part.getBoundingClientRect();
    const room = [
      inner.left - outer.left,
      outer.right - inner.right,
      inner.top - outer.top,
      outer.bottom - inner.bottom,
    ];
    expect(Math.min(...room), part.localName).toBeGreaterThanOrEqual(1);
    expect(pressed(part)?.closest('input, button')).toBe(part);
  }
  const { height } = button.getBoundingClientRect();
  const reach = height - 2 * Number.parseFloat(getComputedStyle(button, '::after').top || '0');
  expect(Number.isNaN(reach) ? height : reach, 'what a finger has to hit').toBeGreaterThanOrEqual(44);
});
