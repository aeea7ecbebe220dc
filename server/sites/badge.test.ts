import { beforeAll, describe, expect, test } from 'vitest';
import { type AskOptions, ask, send } from '../testing/api-client.ts';
import { createTenant, randomIp, type Tenant } from '../testing/tenant.ts';
import { describeOnStores, type TestService } from '../testing/test-service.ts';
import { renderBadge } from './render-badge.ts';
import { fitText, measureText } from './text-width.ts';

const PICTURES = { Accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' };

describeOnStores('a badge', (use) => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await use.start();
    tenant = await createTenant(service);
  });

  const addressOf = (slug: string, query = '') =>
    `${service.url}/sites/${tenant.site.id}/badge/${encodeURIComponent(slug)}.svg${query}`;
  const badge = (query = '', options: AskOptions = {}) => ask(addressOf(tenant.server.slug, query), options);

  test('shows the count of now, readable for everybody and kept for a minute', async () => {
    expect((await badge()).text).toContain('>0</text>');
    await tenant.vote();
    const answer = await badge();
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('>1</text>');
    expect(answer.text).toContain(`role="img" aria-label="${tenant.server.name}, votes: 1"><title>`);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=60,/);
  });

  test('is shown on pages of any origin, since forums are none of the site', async () => {
    const { status } = await badge('', { headers: { 'Sec-Fetch-Site': 'cross-site', ...PICTURES } });
    expect(status).toBe(200);
    expect((await badge('', { headers: { Origin: 'https://forum.example' } })).status).toBe(200);
  });

  test('tells a client that it has it already', async () => {
    const { etag = '' } = (await badge()).headers;
    const again = await badge('', { headers: { 'If-None-Match': `W/${etag}` } });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect((await badge('', { headers: { 'If-None-Match': '"another"' } })).status).toBe(200);
  });

  test('has the words and the number of a language, and the label of its own that is asked for', async () => {
    const german = await badge('?lang=de-AT');
    expect(german.text).toContain('>Stimmen</text>');
    expect((await badge('?lang=xx')).text).toContain('>votes</text>');
    expect((await badge(`?label=${encodeURIComponent('<b>Täglich & gern</b>')}`)).text).toContain(
      '>&lt;b&gt;Täglich &amp; gern&lt;/b&gt;</text>',
    );
  });

  test.each([
    ['flat', 20],
    ['large', 28],
    ['button', 51],
  ])('in style %s is %i px high', async (style, height) => {
    const { text } = await badge(`?style=${style}`);
    expect(text).toMatch(new RegExp(`^<svg [^>]*height="${height}"`));
  });

  test('finds slugs with dots and letters of any script', async () => {
    await tenant.addServer({ slug: 'my.server.svg', name: 'Dots' });
    await tenant.addServer({ slug: '千禧年', name: '千禧年 <script>"&' });
    expect((await ask(addressOf('my.server.svg'))).text).toContain('Dots, votes: 0');
    expect((await ask(addressOf('千禧年'))).text).toContain('千禧年 &lt;script&gt;&quot;&amp;, votes: 0');
  });

  test.each([
    ['style', '?style=plastic', 'must be one of flat, large, button'],
    ['label', '?label=%20', 'must have 1 to 64 characters'],
    ['label', `?label=${'x'.repeat(65)}`, 'must have 1 to 64 characters'],
    ['label', '?label=a%00b', 'must not contain control characters'],
    ['lang', '?lang=pt_BR', 'must be a language tag such as de or pt-BR'],
    ['lang', '?lang=de-de-de', 'must be a language tag such as de or pt-BR'],
  ])('refuses a bad %s: %s', async (parameter, query, detail) => {
    const answer = await badge(query);
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ parameter, detail }] });
  });

  test('of an unknown server or site is 404: a document for programs, a picture that says so for pages', async () => {
    const nobody = await ask(addressOf('nobody'));
    expect(nobody.body).toMatchObject({ status: 404, code: 'server_not_found' });
    const nowhere = `${service.url}/sites/site_none/badge/nobody.svg`;
    expect((await ask(nowhere)).body).toMatchObject({ status: 404, code: 'site_not_found' });
    for (const address of [addressOf('nobody', '?style=button'), nowhere]) {
      const picture = await send(address, { headers: PICTURES });
      expect(picture.status).toBe(404);
      expect(picture.text).toContain('>not found</text>');
      expect(picture.headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'cross-origin',
      });
    }
  });

  test('may be fetched 600 times a minute by one address, as proxies of forums do', async () => {
    const headers = { 'X-Forwarded-For': randomIp(), ...PICTURES };
    const answers = await Promise.all(
      Array.from({ length: 602 }, () => send(addressOf(tenant.server.slug), { headers })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.text).toContain('>busy</text>');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    const document = await badge('', { headers: { 'X-Forwarded-For': headers['X-Forwarded-For'] } });
    expect(document.body).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  test('takes no other method', async () => {
    expect((await ask(addressOf(tenant.server.slug), { method: 'POST', body: {} })).status).toBe(405);
  });
});

describe('the picture of a badge', () => {
  const plain = {
    style: 'flat',
    label: 'votes',
    message: '1',
    title: 't',
    isRightToLeft: false,
    isFault: false,
  } as const;
  const texts = (svg: string) => [...svg.matchAll(/>([^<]*)<\/text>/g)].map((match) => match[1]);

  test('mirrors itself for languages that are read from the right', () => {
    expect(texts(renderBadge(plain))).toEqual(['votes', '1']);
    expect(texts(renderBadge({ ...plain, isRightToLeft: true }))).toEqual(['1', 'votes']);
    const x = (svg: string) => Number(/<text x="([\d.]+)"/.exec(svg)?.[1]);
    expect(x(renderBadge({ ...plain, style: 'button' }))).toBeLessThan(100);
    expect(x(renderBadge({ ...plain, style: 'button', isRightToLeft: true }))).toBeGreaterThan(200);
  });

  test('is as wide as its texts: a longer label makes it wider, and never too wide', () => {
    const width = (label: string) => Number(/width="(\d+)"/.exec(renderBadge({ ...plain, label }))?.[1]);
    expect(width('iiii')).toBeLessThan(width('mmmm'));
    expect(width('字'.repeat(64))).toBeLessThan(440);
    expect(renderBadge({ ...plain, label: '字'.repeat(64) })).toContain('字…<');
  });

  test('keeps the number of a button in sight beside the longest label', () => {
    const svg = renderBadge({ ...plain, style: 'button', label: 'W'.repeat(64), message: '999,999' });
    expect(texts(svg)).toEqual([expect.stringMatching(/^W+…$/), '999,999']);
  });

  test('stays well-formed whatever a name holds', () => {
    expect(renderBadge({ ...plain, title: 'a\u0000b\ufffe"<&' })).toContain(
      '<title>a\ufffdb\ufffd&quot;&lt;&amp;</title>',
    );
  });
});

describe('the width of a text', () => {
  test.each([
    ['votes', 2.73],
    ['1,284', 2.86],
    ['千禧年', 3],
    ['투표', 2],
    ['👩‍👩‍👧‍👦', 1.3],
    ['🇫🇷🇩🇪', 2.6],
    ['é', 0.62],
    ['e\u0301', 0.62],
    ['مرحبا', 2.4],
  ])('of %s is %f of its font size', (text, width) => {
    expect(measureText(text, 1)).toBeCloseTo(width, 1);
  });

  test('decides how much of a text is kept, by what a reader takes for one character', () => {
    expect(fitText('votes', 10, 30)).toBe('votes');
    expect(fitText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 10, 37)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…');
  });
});
