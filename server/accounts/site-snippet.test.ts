import { expect, test } from 'vitest';
import { createSiteSnippet } from './site-snippet.ts';

test('the snippet is one script and one element whose child link works without script, and keeps its place free', () => {
  const server = { slug: 'my-server', name: 'My Server' };
  expect(createSiteSnippet({ publicUrl: 'https://votes.example.com', siteId: 'site_4k2m', server })).toBe(
    `<script type="module" src="https://votes.example.com/widget/v1/server-vote.js"></script>
<server-vote site="site_4k2m" server="my-server">
  <a href="https://votes.example.com/s/site_4k2m/my-server"><img src="https://votes.example.com/sites/site_4k2m/badge/my-server.svg?style=button" alt="Vote for My Server" width="288" height="51" loading="lazy"></a>
</server-vote>`,
  );
});

test('without a server it has a placeholder', () => {
  const snippet = createSiteSnippet({ publicUrl: 'https://v.example', siteId: 'site_1', server: null });
  expect(snippet).toContain('server="my-server"');
  expect(snippet).toContain('/s/site_1/my-server"');
});

test('no name or slug breaks out of the markup, and the link is a valid address', () => {
  const server = { slug: '千禧年', name: '<b>"A" & B</b> ' };
  const snippet = createSiteSnippet({ publicUrl: 'https://v.example', siteId: 'site_1', server });
  expect(snippet).toContain('alt="Vote for &lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;"');
  expect(snippet).toContain('server="千禧年"');
  expect(snippet).toContain(`/s/site_1/${encodeURIComponent('千禧年')}"`);
});
