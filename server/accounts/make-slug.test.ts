import { expect, test } from 'vitest';
import { proposeSlugs } from './create-server.ts';
import { makeSlug } from './make-slug.ts';
import { ServerSlug } from './server-fields.ts';

test('a slug is readable, keeps the letters of every script, and has one hyphen where the name had anything else', () => {
  expect(makeSlug("[NA-EAST]Catnip's Server 24/7")).toBe('na-east-catnips-server-24-7');
  expect(makeSlug('  Ünïcode & Söhne  ')).toBe('ünïcode-söhne');
  expect(makeSlug('MCJPG新春小游戏')).toBe('mcjpg新春小游戏');
  expect(makeSlug('Сервер №1')).toBe('сервер-1');
  expect(makeSlug('שרת ישראלי')).toBe('שרת-ישראלי');
});

test('a slug is in NFC whatever the name is in', () => {
  expect(makeSlug('Cafe\u0301')).toBe('caf\u00e9');
});

test('a name without a letter or digit still gets a slug', () => {
  expect(makeSlug('')).toBe('server');
  expect(makeSlug('★ !!! ★')).toBe('server');
  expect(makeSlug('\u0301\u0301')).toBe('server');
});

test('every slug made is a slug that an import takes', () => {
  const names = [
    '[EU] x',
    '---',
    '🎮 Play 🎮',
    'a'.repeat(500),
    '𝒜lpha',
    'İstanbul',
    '5f2829b9-6953-58b8-a14f-cafe021765ee',
  ];
  for (const name of names) {
    const [slug = ''] = proposeSlugs(name);
    expect(ServerSlug.safeParse(slug)).toEqual({ success: true, data: slug });
  }
});
