import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSiteSnippet } from '../server/accounts/site-snippet.ts';
import { createMetrics } from '../server/http/metrics.ts';

const ROOT = resolve(import.meta.dirname, '..');
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pagesIn('docs')];
const operations = read('docs/operations.md');

describe('documents', () => {
  test.each(pages)('every link of %s to a file leads to one', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    for (const link of links.filter((text) => !/^[a-z]+:/.test(text))) {
      expect(existsSync(join(ROOT, dirname(page), link)), link).toBe(true);
    }
  });

  test.each(['README.md', 'docs/embedding.md'])('the snippet in %s is what the service writes', (page) => {
    const place = { publicUrl: 'https://votes.example.com', siteId: 'site_4k2m', server: null };
    expect(read(page)).toContain(`\`\`\`html\n${createSiteSnippet(place)}\n\`\`\`\n`);
  });

  test('operations.md explains exactly the variables that the configuration reads', () => {
    const schema = /^const Variables = z\.object\(\{\n([\s\S]*?)^\}\);/m.exec(read('server/config.ts'))?.[1] ?? '';
    const known = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
    const explained = [...operations.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
    expect(known.length).toBeGreaterThan(10);
    expect(explained.sort()).toEqual(known.sort());
  });

  test('operations.md names every metric of our own', async () => {
    const metrics = await createMetrics().registry.getMetricsAsJSON();
    const names = metrics.map(({ name }) => name).filter((name) => name.startsWith('server_vote_'));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(operations).toContain(`\`${name}\``);
  });

  test('every test that security.md names exists', () => {
    const named = [...read('docs/security.md').matchAll(/\]\(\.\.\/([^)]+\.test\.ts)\) "([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(30);
    for (const [, file = '', name = ''] of named) expect(read(file), file).toContain(name);
  });

  test('every decision is in the list of decisions, under its own title', () => {
    const list = read('docs/decisions/README.md');
    for (const page of readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name))) {
      const number = page.slice(0, 4);
      const title = /^# \d{4}\. (.+)$/m.exec(read(`docs/decisions/${page}`))?.[1];
      expect(list).toContain(`| [${number}](${page}) | ${title} |`);
    }
  });

  test('every command that CONTRIBUTING names is a script of package.json', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read('CONTRIBUTING.md').matchAll(/`(?:\w+=\S+ )?npm (?:run )?([\w:-]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.length).toBeGreaterThan(8);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}
