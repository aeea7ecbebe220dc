import { findFaintText } from './contrast.ts';
import { expect, expectState, sizesOf, test } from './demo-page.ts';

const PATH = '/demo/hostile-css';

test('the sheet is hostile: it hides the button of the page, tilts, and shouts', async ({ demo, page }) => {
  await demo.open(PATH);
  await expect(page.locator('.wild p button')).toBeHidden();
  const look = await page.locator('.wild p img').evaluate((image) => {
    const { transform, textTransform, display } = getComputedStyle(image);
    return { isTilted: transform !== 'none', textTransform, display };
  });
  expect(look).toEqual({ isTilted: true, textTransform: 'uppercase', display: 'inline' });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the elements have their size, their place and their contrast in ${colorScheme}`, async ({
    demo,
    page,
    troubles,
  }, info) => {
    await page.emulateMedia({ colorScheme });
    await demo.open(PATH);
    expect(await sizesOf(page)).toEqual(['328 x 143', '288 x 51', '128 x 36']);
    for (const element of await page.locator('server-vote').all()) {
      const button = element.getByRole('button');
      await expect(button).toBeVisible();
      const look = await button.evaluate((node) => {
        const { fontSize, fontStyle, letterSpacing, textTransform, transform } = getComputedStyle(node);
        return { fontSize, fontStyle, letterSpacing, textTransform, transform };
      });
      expect(look).toEqual({
        fontSize: '15px',
        fontStyle: 'normal',
        letterSpacing: 'normal',
        textTransform: 'none',
        transform: 'none',
      });
      const host = await element.evaluate((node) => {
        const { borderTopWidth, display, transform } = getComputedStyle(node);
        const { left, top, width, height } = node.getBoundingClientRect();
        const isOnTop = document.elementFromPoint(left + width / 2, top + height - 8) === node;
        return { borderTopWidth, display, transform, isOnTop };
      });
      expect(host).toEqual({ borderTopWidth: '0px', display: 'inline-block', transform: 'none', isOnTop: true });
    }
    expect(await findFaintText(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`hostile-${colorScheme}.png`), fullPage: true });
    await demo.button.click();
    await expectState(demo.element, 'voted');
    expect(await sizesOf(page)).toEqual(['328 x 143', '288 x 51', '128 x 36']);
    expect(await findFaintText(page)).toEqual([]);
    expect(troubles).toEqual([]);
  });
}
