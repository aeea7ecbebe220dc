import { createHash } from 'node:crypto';
import { PAGES } from './demo-page.ts';
import { startRecordingFront } from './recording-front.ts';
import { expect, startProduct, test } from './served-product.ts';

/** The visitor, as the proxy in front names it; no page or example of ours has this address. */
const VISITOR = '198.51.100.213';
const SERVER = 'aurora-skyblock';

test('nothing that reaches a browser and no line of the log holds a key, its hash or the address of the visitor', async ({
  page,
}) => {
  const front = await startRecordingFront(VISITOR);
  const product = await startProduct({ args: ['--demo'], env: { TRUST_PROXY: 'loopback', PUBLIC_URL: front.origin } });
  front.service = product.address;
  try {
    const { site } = await (await fetch(`${front.origin}/demo/site.json`)).json();
    const open = (path: string) => page.goto(front.origin + path, { waitUntil: 'networkidle' });
    await open('/');
    const element = page.locator('server-vote').first();
    await element.getByRole('button').click();
    await expect(element).toHaveJSProperty('state', 'voted');
    const embed = `/embed?site=${site}&server=${SERVER}`;
    for (const path of [...PAGES, '/docs', '/docs/problems', '/openapi.json', embed]) await open(path);
    for (const slug of [SERVER, 'nobody']) await open(`/s/${site}/${slug}`);
    for (const path of [`/badge/${SERVER}.svg`, '/vote/check', '/v1/resources']) await open(`/sites/${site}${path}`);
    for (const path of ['/sites/nowhere/vote/check', '/vote', '/v1/teams']) await open(path);

    const { answers } = front;
    expect([...new Set(answers.map(({ status }) => status))]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
    expect(answers.filter(({ text }) => text.includes('"success":true'))).not.toEqual([]);
    const keys = product.printed().match(/[vu]k_[0-9A-Za-z]{49}/g) ?? [];
    expect(keys).toHaveLength(2);
    const hashes = keys.map((key) => createHash('sha256').update(key).digest('hex'));
    const log = await product.readLog();
    expect(log).toContain('/sites/{site}/vote');
    for (const secret of [...keys, ...hashes, VISITOR]) {
      expect(answers.filter(({ text }) => text.includes(secret))).toEqual([]);
      expect(log).not.toContain(secret);
    }
    expect(product.printed()).not.toContain(VISITOR);
  } finally {
    await page.close();
    await product.stop();
    await front.close();
  }
});
