import type { Page } from '@playwright/test';

/** Text that stands out too little from its ground. */
export interface FaintText {
  readonly text: string;
  readonly ratio: number;
}

/**
 * Every visible text of the page whose contrast with its ground is below the ratio, as WCAG counts it. Grounds that let
 * something through are laid over what is below them. Inside of elements too.
 */
export function findFaintText(page: Page, least = 4.5): Promise<FaintText[]> {
  return page.evaluate((least) => {
    type Colour = readonly [number, number, number, number];
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('This browser has no canvas.');
    // The canvas reads every form that a computed colour may have.
    const read = (colour: string): Colour => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = ([r, g, b, a]: Colour, [br, bg, bb]: Colour): Colour => [
      r * a + br * (1 - a),
      g * a + bg * (1 - a),
      b * a + bb * (1 - a),
      1,
    ];
    const parentOf = (element: Element): Element | null => {
      const root = element.getRootNode();
      return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    };
    const groundOf = (element: Element | null): Colour => {
      if (element === null) return [255, 255, 255, 1];
      const own = read(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, groundOf(parentOf(element)));
    };
    const luminance = ([red, green, blue]: Colour): number => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const faint: { text: string; ratio: number }[] = [];
    const textsIn = (root: Node): Node[] => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      const texts: Node[] = [];
      while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node instanceof Element) texts.push(...(node.shadowRoot === null ? [] : textsIn(node.shadowRoot)));
        else texts.push(node);
      }
      return texts;
    };
    for (const node of textsIn(document.body)) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (text === '' || element === null || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.unseen') !== null) continue;
      const ground = groundOf(element);
      const lights = [ground, over(read(getComputedStyle(element).color), ground)].map(luminance);
      const ratio = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
      if (ratio < least) faint.push({ text, ratio: Math.round(ratio * 100) / 100 });
    }
    return faint;
  }, least);
}
