import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Badge, BlogPost, Category, GameSummary, Resource, Team, User } from '../../contract/content-records.ts';
import { ServerRow } from './server-fields.ts';

const CONTENT = join(import.meta.dirname, '../../demo/content');
const MEDIA = join(CONTENT, 'media');
const SCHEMAS = {
  games: GameSummary,
  teams: Team,
  users: User,
  categories: Category,
  badges: Badge,
  resources: Resource,
  blog: BlogPost,
  servers: ServerRow,
  'neighbour/servers': ServerRow,
};

const pictures = readdirSync(MEDIA);

describe('the demo content', () => {
  test.each(Object.entries(SCHEMAS))('every row of %s is exactly what the contract says', (name, schema) => {
    const rows = read(name);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(schema.parse(row)).toEqual(row);
  });

  test('every picture that a row names exists, and every picture is named', () => {
    const named = new Set(Object.keys(SCHEMAS).flatMap((name) => read(name).flatMap(picturesIn)));
    expect([...named].sort()).toEqual(pictures.map((file) => `/demo/media/${file}`).sort());
  });

  test('a summary says the same as the record it sums up', () => {
    const records = new Map(Object.keys(SCHEMAS).flatMap((name) => read(name).map((row) => [row.id, row] as const)));
    const summaries = Object.keys(SCHEMAS).flatMap((name) =>
      read(name).flatMap((row) => Object.values(row).flatMap(objectsIn)),
    );
    expect(summaries.length).toBeGreaterThan(60);
    for (const summary of summaries) {
      const record = records.get(summary.id);
      if (record === undefined) continue;
      const { role: _role, ...shared } = summary;
      expect(record).toMatchObject(shared);
    }
  });

  test('it has what a reader of the interface should meet: a draft, a doubled slug, nothing where there is nothing', () => {
    expect(read('blog').filter((post) => post.published === false)).toHaveLength(1);
    const slugs = read('categories').map((category) => category.slug);
    expect(slugs.length - new Set(slugs).size).toBe(1);
    for (const member of ['team', 'user', 'category']) {
      expect(
        read('resources').some((resource) => resource[member] === null),
        member,
      ).toBe(true);
    }
  });

  test.each(pictures)('%s is a small drawing without script, style or anything from elsewhere', (file) => {
    const svg = readFileSync(join(MEDIA, file), 'utf8');
    expect(statSync(join(MEDIA, file)).size).toBeLessThan(4096);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+">\n<title>[^<]+<\/title>\n/,
    );
    expect(svg).not.toMatch(/<(script|style|text|image|foreignObject|use|a)\b|\son\w+=|href|@import|url\((?!#)/i);
  });
});

function read(collection: string): Record<string, unknown>[] {
  const lines = readFileSync(join(CONTENT, `${collection}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

function picturesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('/demo/media/') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(picturesIn) : [];
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [{ ...value }, ...inner];
}
