import { expect, test } from 'vitest';
import { createId, isId } from './create-id.ts';

test('an id says its kind and holds only letters, digits and one underscore, none that look alike', () => {
  for (let round = 0; round < 300; round += 1) {
    expect(createId('acc')).toMatch(/^acc_[0-9a-hjkmnp-tv-z]{6}$/);
    expect(createId('key')).toMatch(/^key_[0-9a-hjkmnp-tv-z]{12}$/);
    expect(createId('site')).toMatch(/^site_[0-9a-hjkmnp-tv-z]{10}$/);
  }
});

test('the form of an id is recognised, and nothing else is', () => {
  expect(isId('acc', createId('acc'))).toBe(true);
  expect(isId('acc', createId('key'))).toBe(false);
  expect(isId('acc', 'acc_7k2m9')).toBe(false);
  expect(isId('acc', 'acc_7k2mil')).toBe(false);
  expect(isId('acc', 'mirelle')).toBe(false);
});
