import { expect, test } from 'vitest';
import type { ServerRecord } from '../store/directory-store.ts';
import { createServerTexts } from './server-text.ts';

const RECORD: ServerRecord = {
  id: 'f3b4',
  num: 7,
  accountId: 'acc',
  slug: 'a-b',
  name: 'Aurora',
  description: '',
  image: '',
  createdAt: '2026-01-01T00:00:00.000Z',
};

test('the texts of a frozen list are kept with it, and each with its record', () => {
  const textsOf = createServerTexts();
  const servers = Object.freeze([RECORD]);
  expect(textsOf(servers)).toBe(textsOf(servers));
  expect(textsOf(Object.freeze([RECORD]))[0]).toBe(textsOf(servers)[0]);
});

test('a list that may change is read each time, and a changed record has a text of its own', () => {
  const textsOf = createServerTexts();
  const servers = [RECORD];
  expect(textsOf(servers)[0]?.json).toContain('"Aurora"');
  servers[0] = { ...RECORD, name: 'Borealis' };
  expect(textsOf(servers)[0]?.json).toContain('"Borealis"');
});
