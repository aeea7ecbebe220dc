import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSION } from './shared/version.ts';

test('importing the element and its definition where there is no page does nothing', async () => {
  await expect(import('./index.ts')).resolves.toHaveProperty('ServerVoteElement');
  await expect(import('./define.ts')).resolves.toBeDefined();
  expect('customElements' in globalThis).toBe(false);
});

test('the version is that of the package', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(VERSION);
});
