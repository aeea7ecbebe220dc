import { expect, test } from 'vitest';
import { createVoteSnippet, type System, writeSnippet } from './embed-snippet.ts';

const SCRIPT = { url: 'https://v.example/widget/1.2.3/server-vote.js', integrity: 'sha384-abc', isModule: true };
const PLACE = { publicUrl: 'https://v.example', siteId: 'site_1', server: { slug: 'harbour', name: 'Harbour {{1}}' } };
const LOOK = { variant: 'card', size: 'large', others: [['hide-count', true]] } as const;
const write = (system: System) => writeSnippet(createVoteSnippet(SCRIPT, PLACE, LOOK), system);

test('an exact version carries its hash, and the picture has the size of the element', () => {
  const { head, body } = write('html');
  expect(head).toBeNull();
  expect(
    body,
  ).toBe(`<script type="module" src="https://v.example/widget/1.2.3/server-vote.js" integrity="sha384-abc" crossorigin></script>
<server-vote site="site_1" server="harbour" variant="card" size="large" hide-count>
  <a href="https://v.example/s/site_1/harbour"><img src="https://v.example/sites/site_1/badge/harbour.svg?style=button" alt="Vote for Harbour {{1}}" width="360" height="162" loading="lazy"></a>
</server-vote>`);
});

test('for a framework the script stands apart, and no name is taken for code', () => {
  for (const system of ['react', 'vue', 'svelte'] as const) {
    const { head, body } = write(system);
    expect(head).toMatch(/^<script /);
    expect(body).not.toMatch(/[{}]/);
    expect(body).toContain('Harbour &#123;&#123;1&#125;&#125;');
  }
});

test('React gets every tag closed and no attribute without a value', () => {
  const { body } = write('react');
  expect(body).toContain('hide-count=""');
  expect(body).toMatch(/<img [^>]*\/>/);
});

test('a plain script runs after the page was read, as a module does', () => {
  const script = { ...SCRIPT, isModule: false };
  expect(writeSnippet(createVoteSnippet(script, PLACE, LOOK), 'wordpress').body).toMatch(/^<script defer src=/);
});
