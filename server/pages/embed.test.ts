import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import express, { type RequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFolder, copyPages } from '../../scripts/build/copy-pages.ts';
import { type EmbedChoice, readChoice, writeChoice } from './embed-choice.ts';
import { createPagesRouter } from './routes.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const HARBOUR = {
  server: { id: 'a', slug: 'harbour', name: 'Harbour <b>"&', description: 'Boats', image: '' },
  votes: 12,
  badges: { flat: [80, 20], large: [110, 28], button: [288, 51] },
} as const;
const LANTERN = { id: 'b', slug: 'lantern', title: 'Lantern <i>"&', shortTitle: 'Lantern…', game: 'hollow-tide' };
const SITES = {
  findSite: async (id: string) => (/^site_[12]$/.test(id) ? { id, askUsername: id === 'site_2' } : null),
  findServer: async (site: string, slug: string) => (site !== 'site_none' && slug === 'harbour' ? HARBOUR : null),
  findResource: async (slug: string, game: string) =>
    slug === 'lantern' && (game === '' || game === 'hollow-tide') ? LANTERN : null,
};
const limit: RequestHandler = (_req, _res, next) => next();
const NOW = Date.UTC(2026, 10, 28);

describe('the embed page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embed-page-'));
  let base = '';
  let server: Server;
  beforeAll(async () => {
    copyPages(ROOT, join(folder, 'pages'));
    compressFolder(join(folder, 'pages'), 1);
    mkdirSync(join(folder, 'widget'));
    const names = ['server-vote.js', 'server-vote.classic.js', 'resource-card.js', 'resource-card.classic.js'];
    const files = Object.fromEntries(names.map((name) => [name, `sha384-of-${name}`]));
    for (const name of names) writeFileSync(join(folder, 'widget', name), 'export {};');
    const lists = { version: '1.2.3', files, addresses: { v1: '.', '1.2.3': '.' } };
    writeFileSync(join(folder, 'widget/files.json'), JSON.stringify(lists));
    const embed = { publicUrl: 'https://votes.example.com', sites: SITES, nowMs: () => NOW, limit };
    const router = createPagesRouter({ pagesDir: join(folder, 'pages'), embed });
    server = express().disable('etag').use(router).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (query: string) => (await fetch(`${base}/embed?${query}`)).text();
  const codeOf = (html: string, id: string) =>
    new RegExp(`<code id="${id}">(.*?)</code>`, 's')
      .exec(html)?.[1]
      ?.replaceAll(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');

  test('asks for the site, lists none, and says when there is no such site', async () => {
    const start = await fetch(`${base}/embed`);
    const html = await start.text();
    expect(start.status).toBe(200);
    expect(html).toContain('<input id="site" name="site" class="text-field" required');
    expect(html).not.toContain('site_1');
    const unknown = await fetch(`${base}/embed?site=${encodeURIComponent('"><script>')}`);
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toMatch(
      /value="&quot;&gt;&lt;script&gt;" aria-invalid="true".*There is no such site/s,
    );
  });

  test('prints the exact version with its hash, and a link that holds a badge of the size of the element', async () => {
    expect(codeOf(await open('site=site_1&server=harbour&variant=card'), 'snippet')).toBe(
      `<script type="module" src="https://votes.example.com/widget/1.2.3/server-vote.js" integrity="sha384-of-server-vote.js" crossorigin></script>
<server-vote site="site_1" server="harbour" variant="card">
  <a href="https://votes.example.com/s/site_1/harbour"><img src="https://votes.example.com/sites/site_1/badge/harbour.svg?style=button" alt="Vote for Harbour &lt;b&gt;&quot;&amp;" width="328" height="143" loading="lazy"></a>
</server-vote>`,
    );
  });

  test('writes every choice into the snippet', async () => {
    const query = 'size=large&theme=dark&lang=de&countdown=text&hideCount=on&askName=on&version=newest';
    const snippet = codeOf(await open(`site=site_1&server=harbour&${query}`), 'snippet');
    expect(snippet).toContain('src="https://votes.example.com/widget/v1/server-vote.js"></script>');
    expect(snippet).toContain(
      '<server-vote site="site_1" server="harbour" size="large" theme="dark" lang="de" countdown="text" hide-count ask-username>',
    );
    expect(snippet).toContain('width="360" height="58"');
  });

  test('writes for frameworks, and as a plain script where modules are not at home', async () => {
    const react = await open('site=site_1&server=harbour&system=react&hideCount=on');
    expect(codeOf(react, 'head')).toMatch(/^<script type="module".*crossorigin><\/script>$/);
    expect(codeOf(react, 'snippet')).toMatch(
      /^<server-vote [^>]*hide-count="">\s*<a [^>]*><img [^>]*\/><\/a>\s*<\/server-vote>$/,
    );
    const wordpress = codeOf(await open('site=site_1&server=harbour&system=wordpress'), 'snippet');
    expect(wordpress).toContain(
      '<script defer src="https://votes.example.com/widget/1.2.3/server-vote.classic.js" integrity="sha384-of-server-vote.classic.js" crossorigin>',
    );
  });

  test('writes cards, with a link of their size that says the title and asks for nothing', async () => {
    const query = 'site=site_1&kind=card&resource=lantern&game=hollow-tide&href=/mods/{game}/{slug}?id={id}';
    expect(codeOf(await open(query), 'snippet')).toBe(
      `<script type="module" src="https://votes.example.com/widget/1.2.3/resource-card.js" integrity="sha384-of-resource-card.js" crossorigin></script>
<resource-card site="site_1" resource="lantern" game="hollow-tide" href="/mods/{game}/{slug}?id={id}">
  <a slot="place" href="/mods/hollow-tide/lantern?id=b"><svg width="328" height="379" role="img" aria-label="Lantern &lt;i&gt;&quot;&amp;"><rect width="328" height="379" rx="17" fill="gray" opacity=".15" /><text x="16" y="228" direction="ltr" fill="currentColor">Lantern…</text></svg></a>
</resource-card>`,
    );
  });

  test.each(['', 'javascript:alert(1)', 'data:text/html,x'])(
    'a card whose titles lead to "%s" has no link',
    async (href) => {
      const html = await open(`site=site_1&kind=card&resource=lantern&href=${encodeURIComponent(href)}`);
      expect(codeOf(html, 'snippet')).toMatch(
        /<resource-card site="site_1" resource="lantern">\n {2}<svg slot="place" /,
      );
    },
  );

  test('writes lists of resources', async () => {
    const query = 'site=site_1&kind=list&category=maps&limit=12&href=/mods/{slug}&system=svelte';
    expect(codeOf(await open(query), 'snippet')).toBe(
      '<resource-list site="site_1" category="maps" limit="12" href="/mods/&#123;slug&#125;"></resource-list>',
    );
  });

  test('says so when there is no such resource, and prints nothing', async () => {
    for (const query of ['resource=nobody', 'resource=lantern&game=other']) {
      const html = await open(`site=site_1&kind=card&${query}`);
      expect(html).toContain('There is no resource of that slug, or not in that game.');
      expect(html).not.toMatch(/id="snippet"|<iframe/);
    }
    expect(await open('site=site_1&kind=card&resource=lantern')).toContain(
      '<p class="found" dir="auto">Lantern &lt;i&gt;&quot;&amp;</p>',
    );
  });

  test('says so when the site has no server of that slug, and prints nothing', async () => {
    const html = await open('site=site_1&server=nobody');
    expect(html).toContain('This site has no server of that slug.');
    expect(html).not.toContain('id="snippet"');
    expect(html).not.toContain('<iframe');
  });

  test('asks for the name in the game where the site does, until that is unchosen', async () => {
    expect(codeOf(await open('site=site_2&server=harbour'), 'snippet')).toContain(' ask-username>');
    const unchosen = await open('site=site_2&server=harbour&askName=off');
    expect(codeOf(unchosen, 'snippet')).not.toContain('ask-username');
    expect(unchosen).toContain('data-address="/embed?site=site_2&amp;server=harbour&amp;askName=off"');
    expect(codeOf(await open('site=site_1&server=harbour&askName=off&askName=on'), 'snippet')).toContain(
      'ask-username',
    );
  });

  test('prints the badge for READMEs and forums, with its size', async () => {
    const html = await open('site=site_1&server=harbour&badge=large');
    expect(html).toContain(
      '<img src="/sites/site_1/badge/harbour.svg?style=large" alt="Vote for Harbour &lt;b&gt;&quot;&amp;" width="110" height="28">',
    );
    expect(codeOf(html, 'markdown')).toBe(
      '[![Vote for Harbour <b>"&](https://votes.example.com/sites/site_1/badge/harbour.svg?style=large)](https://votes.example.com/s/site_1/harbour)',
    );
    expect(codeOf(html, 'bbcode')).toMatch(/^\[url=.*\]\[img\].*\[\/img\]\[\/url\]$/);
  });

  test('a preview is framed by this origin only, and its policy lets it ask one address, which takes no votes', async () => {
    const answer = await fetch(`${base}/embed/preview?site=site_1&server=harbour&host=dark`);
    const html = await answer.text();
    expect(html).toContain('<html lang="en" class="dark">');
    expect(html).toContain('<server-vote endpoint="/embed/preview/site_1/ready" server="harbour"></server-vote>');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(
      `connect-src ${base.slice(7)}/embed/preview/site_1/ready/vote/checks ${base.slice(7)}/sites/site_1/v1/;`,
    );
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    const vote = await fetch(`${base}/embed/preview/site_1/ready/vote`, { method: 'POST' });
    expect(vote.status).toBe(404);
  });

  test.each([
    ['ready', true, null],
    ['cooldown', false, new Date(NOW + 15_129_000).toISOString()],
  ])('the address of a preview tells the real server in the state %s', async (state, canVote, nextVoteAt) => {
    const answer = await fetch(`${base}/embed/preview/site_1/${state}/vote/checks?server=harbour&server=nobody`);
    expect(await answer.json()).toEqual({
      now: new Date(NOW).toISOString(),
      results: [
        { requested: 'harbour', canVote, nextVoteAt, serverVotes: 12, server: HARBOUR.server },
        { requested: 'nobody', status: 404, code: 'server_not_found', title: 'There is no such server' },
      ],
    });
  });

  test('a choice survives the way through its address, and what is unknown is the usual', () => {
    const choice: EmbedChoice = {
      ...readChoice(
        new URLSearchParams('site=site_1&server=a&kind=list&variant=compact&lang=pt&askName=on&badge=button'),
      ),
      category: 'maps & more',
    };
    expect(readChoice(new URLSearchParams(writeChoice(choice)))).toEqual(choice);
    expect(writeChoice(readChoice(new URLSearchParams('site=site_1&kind=x&lang=xx&size=huge')))).toBe('site=site_1');
  });
});
