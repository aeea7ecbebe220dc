import { createHash } from 'node:crypto';
import type { Response } from '@playwright/test';
import { PAGES } from './demo-page.ts';
import { expect, startProduct, test } from './served-product.ts';

/** The visitor, as the proxy in front names it; no page or example of ours has this address. */
const VISITOR = '198.51.100.213';
const SERVER = 'aurora-skyblock';

test('nothing that reaches a browser and no line of the log holds a key, its hash or the address of the visitor', async ({
  context,
  page,
}) => {
  const product = await startProduct({ args: ['--demo'], env: { TRUST_PROXY: 'loopback' } });
  try {
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': VISITOR });
    const responses: Response[] = [];
    context.on('response', (response) => responses.push(response));
    const bodies: Promise<string>[] = [];
    context.on('response', (response) => bodies.push(textOf(response)));
    const { site } = await (await fetch(`${product.address}/demo/site.json`)).json();
    const open = async (path: string) => {
      await page.goto(product.address + path, { waitUntil: 'networkidle' });
      // A browser forgets the bodies of a page that it leaves.
      await Promise.all(bodies);
    };

    await open('/');
    const element = page.locator('server-vote').first();
    await element.getByRole('button').click();
    await expect(element).toHaveJSProperty('state', 'voted');
    await Promise.all(bodies);
    for (const path of PAGES) await open(path);
    for (const path of ['/docs', '/docs/problems', '/openapi.json', `/embed?site=${site}&server=${SERVER}`])
      await open(path);
    for (const slug of [SERVER, 'nobody']) await open(`/s/${site}/${slug}`);
    for (const path of [
      `/sites/${site}/badge/${SERVER}.svg`,
      `/sites/${site}/vote/check`,
      '/sites/nowhere/vote/check',
      '/vote',
      '/v1/teams',
    ])
      await open(path);

    const sent = await Promise.all(bodies);
    const statuses = new Set(responses.map((response) => response.status()));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
    const keys = product.printed().match(/[vu]k_[0-9A-Za-z]{49}/g) ?? [];
    expect(keys).toHaveLength(2);
    const hashes = keys.map((key) => createHash('sha256').update(key).digest('hex'));
    const log = await product.readLog();
    expect(log).toContain('/sites/{site}/vote');
    for (const secret of [...keys, ...hashes, VISITOR]) {
      expect(sent.filter((text) => text.includes(secret))).toEqual([]);
      expect(log).not.toContain(secret);
    }
    expect(product.printed()).not.toContain(VISITOR);
  } finally {
    await product.stop();
  }
});

/** Everything of an answer: address, headers and body. */
async function textOf(response: Response): Promise<string> {
  const head = `${response.url()} ${JSON.stringify(await response.allHeaders())}`;
  const isEmpty = response.status() === 304 || (response.status() >= 300 && response.status() < 400);
  return isEmpty ? head : `${head} ${(await response.body()).toString('latin1')}`;
}
