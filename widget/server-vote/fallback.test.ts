import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import '../define.ts';

const PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>";

afterEach(() => document.body.replaceChildren());

test.each([
  ['button', 288, 51],
  ['card', 328, 143],
  ['compact', 128, 36],
])(
  'where a %s is not set up, its link keeps the words of its picture, and all stays inside',
  async (variant, width, height) => {
    const element = document.createElement('server-vote');
    element.setAttribute('variant', variant);
    element.innerHTML = `<a href="/s/site/harbour"><img src="${PICTURE}" alt="Vote for Harbour" width="${width}" height="${height}"></a>`;
    document.body.append(element);
    await element.ready;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(element.state).toBe('misconfigured');
    const link = element.shadowRoot!.querySelector('a')!;
    expect(link.textContent).toBe('Vote for Harbour');
    expect(new URL(link.href).pathname).toBe('/s/site/harbour');
    expect(element.querySelector('img')!.checkVisibility()).toBe(false);
    const [outer, inner] = [element, link].map((node) => node.getBoundingClientRect());
    expect([outer!.width, Math.round(outer!.height)]).toEqual([width, height]);
    expect(inner!.top).toBeGreaterThanOrEqual(outer!.top);
    expect(inner!.bottom).toBeLessThanOrEqual(outer!.bottom);
    expect(inner!.right).toBeLessThanOrEqual(outer!.right);
    expect((await axe.run(element)).violations).toEqual([]);
  },
);
