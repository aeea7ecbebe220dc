import type { Locator } from '@playwright/test';
import { expect, expectState, test } from './demo-page.ts';

const PATH = '/demo/right-to-left';

/** Where the middle of a part is, from the left edge of the screen. */
function middleOf(element: Locator, part: string): Promise<number> {
  return element.evaluate((node, name) => {
    const box = node.shadowRoot?.querySelector(`[part=${name}]`)?.getBoundingClientRect();
    return (box?.left ?? 0) + (box?.width ?? 0) / 2;
  }, part);
}

test('Arabic, Hebrew and English stand each in its own direction and words', async ({ demo, page, troubles }, info) => {
  await demo.open(PATH);
  for (const [part, word, isMirrored] of [
    ['main > :lang(ar)', 'صوّت', true],
    ['main > :lang(he)', 'הצבעה', true],
    ['main > :lang(en)', 'Vote', false],
  ] as const) {
    const button = page.locator(`${part} server-vote:not([variant])`);
    await expect(button.getByRole('button')).toContainText(word);
    expect((await middleOf(button, 'icon')) > (await middleOf(button, 'count')), part).toBe(isMirrored);
  }
  expect(await middleOf(demo.element, 'picture')).toBeGreaterThan(await middleOf(demo.element, 'name'));
  expect(await middleOf(demo.element, 'name')).toBeGreaterThan(await middleOf(demo.element, 'count'));
  await page.screenshot({ path: info.outputPath('right-to-left.png'), fullPage: true });
  expect(troubles).toEqual([]);
});

test('a vote is thanked for, and waits, in the language of its part', async ({ demo, page, troubles }) => {
  await demo.open(PATH);
  await demo.button.click();
  await expectState(demo.element, 'voted');
  await expect(demo.button).toContainText('شكرًا لتصويتك');
  await expect(demo.element.locator('output')).not.toContainText(/[a-z]/i);
  const hebrew = page.locator('main > :lang(he) server-vote[countdown=text]');
  await hebrew.getByRole('button').click();
  await expectState(hebrew, 'voted');
  await expect(hebrew.locator('[part=time]')).toContainText(/שע/);
  const bar = await hebrew.locator('[part=bar]').evaluate((node) => getComputedStyle(node).direction);
  expect(bar).toBe('rtl');
  expect(troubles).toEqual([]);
});
