import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ELEMENT, expect, expectState, SCRIPT, SERVER, test } from './widget-page.ts';

const { version: VERSION } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
);

test('the script twice, as a module and as a plain script, is harmless', async ({ openHost, page, troubles }) => {
  const words: string[] = [];
  page.on('console', (message) => words.push(message.text()));
  const head = `${SCRIPT}<script type="module" src="/widget/v1/server-vote.js?2"></script><script src="/widget/v1/server-vote.classic.js"></script><script src="/widget/v1/server-vote.classic.js?2"></script>`;
  const element = await openHost({ head });
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  expect(troubles).toEqual([]);
  expect(words).toEqual([]);
});

test('of two versions the first stays, and the console names both', async ({ openHost, page, troubles }) => {
  const words: string[] = [];
  page.on('console', (message) => words.push(message.text()));
  await page.route('**/server-vote.js?other', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(VERSION, '9.9.9') });
  });
  const head = `${SCRIPT}<script type="module" src="/widget/v1/server-vote.js?other"></script>`;
  const element = await openHost({ head });
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  expect(troubles).toEqual([]);
  expect(words).toEqual([`<server-vote> ${VERSION} stays, 9.9.9 is left out.`]);
});

test('the plain script alone votes, and finds its languages', async ({ openHost, troubles }) => {
  const element = await openHost({
    head: '<script src="/widget/v1/server-vote.classic.js"></script>',
    htmlAttributes: 'lang="de-CH"',
  });
  await expect(element.getByRole('button')).toContainText('Abstimmen');
  await element.getByRole('button').click();
  await expect(element.getByRole('button')).toContainText(/Danke\s*wieder in 1[12]:/);
  expect(troubles).toEqual([]);
});

test('it works before and after the script, removed, put back, and under Trusted Types', async ({
  openHost,
  page,
  troubles,
}) => {
  const element = await openHost({
    body: '',
    policy:
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html",
  });
  await page.waitForFunction(() => customElements.get('server-vote') !== undefined);
  const put = (site: string) =>
    page.evaluate(
      ([id, slug]) => {
        const node = document.createElement('server-vote');
        node.setAttribute('site', `${id}`);
        node.setAttribute('server', `${slug}`);
        document.body.replaceChildren(node);
      },
      [site, SERVER],
    );
  const site = await page.evaluate(() =>
    fetch('/demo/site.json')
      .then((answer) => answer.json())
      .then((body) => body.site),
  );
  await put(site);
  await expectState(element, 'ready');
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  await page.evaluate(() => history.pushState(null, '', '?page=2'));
  await put(site);
  await expectState(element, 'voted');
  await page.evaluate(() => {
    const node = document.querySelector('server-vote');
    node?.remove();
    if (node) document.body.append(node);
  });
  await expect(element.getByRole('button')).toContainText(/1[12]:/);
  expect(troubles).toEqual([]);
});

test('moved into a frame it keeps its looks and works', async ({ openHost, page }) => {
  const element = await openHost({ policy: null, body: `<iframe srcdoc="<p>frame</p>"></iframe>${ELEMENT}` });
  await expectState(element, 'ready');
  await page.evaluate(() => {
    const node = document.querySelector('server-vote');
    const frame = document.querySelector('iframe');
    if (node) frame?.contentDocument?.body.append(node);
  });
  const moved = page.frameLocator('iframe').locator('server-vote');
  const button = moved.getByRole('button');
  expect(await button.evaluate((node) => getComputedStyle(node).display)).toBe('flex');
  await button.click();
  await expectState(moved, 'voted');
});
