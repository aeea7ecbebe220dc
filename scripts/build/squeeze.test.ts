import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OWN_MEMBERS } from './squeeze.ts';

const sources = readdirSync('widget', { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?!releases|typings).*\.ts$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(join('widget', file), 'utf8'))
  .join('\n');

test('no member that gets a letter for a name is one of an answer, or one that pages are told of', () => {
  const document = readFileSync('docs/openapi.json', 'utf8');
  const manual = readFileSync('docs/embedding.md', 'utf8');
  const isKnownOutside = (name: string) =>
    document.includes(`"${name}":`) || RegExp(`\\b${name}\\b\`?[(:]|\`${name}\\b|\\.${name}\\b`).test(manual);
  expect(OWN_MEMBERS.filter(isKnownOutside)).toEqual([]);
  expect(['votes', 'nextVoteAt', 'refresh', 'canVote'].filter(isKnownOutside)).toHaveLength(4);
});

test('each of them is used, and never by a text', () => {
  for (const name of OWN_MEMBERS) {
    expect(sources.match(RegExp(`[.{ ]${name}\\b`, 'g'))?.length ?? 0, name).toBeGreaterThan(1);
    expect(sources, name).not.toMatch(RegExp(`['"]${name}['"]`));
  }
});
