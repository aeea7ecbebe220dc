import { countRequests, expect, expectState, test } from './widget-page.ts';

const ALMOST_TWELVE_HOURS = /1(1:59:5\d|2:00:00)/;

for (const [title, shiftMs] of [
  ['three days ahead', 259_200_000],
  ['two hours behind', -7_200_000],
] as const) {
  test(`a visitor's clock that is ${title} changes nothing`, async ({ openHost, page }) => {
    await page.clock.install({ time: Date.now() + shiftMs });
    const element = await openHost();
    await element.getByRole('button').click();
    await expectState(element, 'voted');
    await expect(element.getByRole('button')).toContainText(ALMOST_TWELVE_HOURS);
    await page.reload();
    await expectState(element, 'cooldown');
    await expect(element.getByRole('button')).toContainText(ALMOST_TWELVE_HOURS);
  });
}

test('hours without a timer leave the countdown right when the page is seen again', async ({ openHost, page }) => {
  await page.clock.install();
  const element = await openHost();
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  await page.route('**/vote/**', (route) => route.abort());
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.clock.fastForward('03:00:00');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(element.getByRole('button')).toContainText(/08:59:[345]\d/);
});

test('a service that says at zero that it is not over yet is believed, and asked once more at its own zero', async ({
  openHost,
  page,
}) => {
  await page.clock.install();
  const element = await openHost();
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  const checks = countRequests(page, '/checks');
  let asked = 0;
  await page.route('**/checks**', async (route) => {
    asked += 1;
    const answer = await route.fetch();
    const body = await answer.json();
    const now = Date.parse(body.results[0].nextVoteAt) - (asked === 1 ? 3000 : 0);
    const left = asked === 1 ? body.results[0].nextVoteAt : null;
    const result = { ...body.results[0], nextVoteAt: left, canVote: left === null };
    await route.fulfill({ json: { now: new Date(now).toISOString(), results: [result] } });
  });
  await page.clock.fastForward('12:00:05');
  await expect(element.getByRole('button')).toContainText(/00:00:0[123]/);
  expect(checks).toHaveLength(1);
  await expectState(element, 'ready');
  expect(checks).toHaveLength(2);
});

test('at zero there is one request however many elements wait, and none after it', async ({
  openHost,
  page,
  product,
}) => {
  await page.clock.install();
  const answer = await fetch(`${product.address}/demo/site.json`);
  const slugs: string[] = (await answer.json()).servers.map(({ slug }: { slug: string }) => slug);
  let isOver = false;
  await page.route('**/checks**', async (route) => {
    const { now, results } = await (await route.fetch()).json();
    const nextVoteAt = isOver ? null : new Date(Date.parse(now) + 3_600_000).toISOString();
    const told = results.map((result: object) => ({ ...result, nextVoteAt, canVote: isOver }));
    await route.fulfill({ json: { now, results: told } });
  });
  const checks = countRequests(page, '/vote');
  const four = (slug: string) => `<server-vote site="{site}" server="${slug}"></server-vote>`.repeat(4);
  await openHost({ body: slugs.map(four).join('') });
  const states = () =>
    page.locator('server-vote').evaluateAll((all) => [...new Set(all.map((node) => Reflect.get(node, 'state')))]);
  await expect.poll(states).toEqual(['cooldown']);
  expect(checks).toHaveLength(1);
  isOver = true;
  await page.clock.fastForward('01:00:01');
  await expect.poll(states).toEqual(['ready']);
  await page.clock.runFor('10:00');
  expect(checks).toHaveLength(2);
  expect(new URL(checks[1]?.slice(4) ?? '').searchParams.getAll('server').sort()).toEqual([...slugs].sort());
});

test('elements that were voted for at different moments change together, once a second, and only their text does', async ({
  openHost,
  page,
  product,
}) => {
  const answer = await fetch(`${product.address}/demo/site.json`);
  // As many as are rendered at once.
  const slugs: string[] = (await answer.json()).servers.map(({ slug }: { slug: string }) => slug).slice(0, 9);
  await page.route('**/checks**', async (route) => {
    const { now, results } = await (await route.fetch()).json();
    const told = results.map((result: object, at: number) => ({
      ...result,
      canVote: false,
      nextVoteAt: new Date(Date.parse(now) + 3_600_000 + at * 333).toISOString(),
    }));
    await route.fulfill({ json: { now, results: told } });
  });
  await openHost({ body: slugs.map((slug) => `<server-vote site="{site}" server="${slug}"></server-vote>`).join('') });
  await expect.poll(() => page.locator('server-vote:state(cooldown)').count()).toBe(slugs.length);
  const seen = await page.locator('server-vote').evaluateAll(async (all) => {
    const frames: number[][] = [];
    let frame: number[] = [];
    let styles = 0;
    for (const [at, node] of all.entries()) {
      const root = node.shadowRoot ?? node;
      const time = root.querySelector('.time');
      const texts = new MutationObserver(() => frame.push(at));
      if (time) texts.observe(time, { childList: true, characterData: true, subtree: true });
      const attributes = new MutationObserver((records) => {
        styles += records.length;
      });
      attributes.observe(root, { attributes: true, subtree: true });
    }
    while (frames.length < 4) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (frame.length > 0) frames.push(frame.toSorted());
      frame = [];
    }
    return { frames, styles };
  });
  expect(slugs).toHaveLength(9);
  for (const frame of seen.frames) expect(frame).toEqual(slugs.map((_, at) => at));
  // An hour's bar moves by a thousandth in 3.6 seconds.
  expect(seen.styles).toBeLessThanOrEqual(2 * slugs.length);
});

test('nothing that is read aloud changes while the seconds pass', async ({ openHost }) => {
  const element = await openHost();
  await expectState(element, 'ready');
  const region = element.locator('output');
  await expect(region).toHaveText('');
  await element.getByRole('button').click();
  await expectState(element, 'voted');
  await expect(region).toContainText(/^Thanks for voting\. again in (11 hours 59 minutes|12 hours)\. \d+ votes?$/);
  const changes = await element.evaluate(async (node) => {
    const root = node.shadowRoot ?? node;
    let seen = 0;
    const observer = new MutationObserver((records) => {
      seen += records.length;
    });
    for (const live of root.querySelectorAll('output,[aria-live]'))
      observer.observe(live, { subtree: true, childList: true, characterData: true });
    const time = root.querySelector('.time');
    const texts = new Set<string>();
    while (texts.size < 4) {
      texts.add(time?.textContent ?? '');
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return seen;
  });
  expect(changes).toBe(0);
});
