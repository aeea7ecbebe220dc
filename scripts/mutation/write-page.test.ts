import { expect, test } from 'vitest';
import { writePage } from './write-page.ts';

test('the page names every mutant once, with the test that saw it, and counts those that none saw', () => {
  const verdicts = { 'a.lua:1 local a = 1': 'a vote | is counted', 'a.lua:2 b()': null, 'a.lua:3 c()': 'a check' };
  const page = writePage(verdicts);
  expect(page).toContain('**2 killed, 1 survived.**');
  expect(page).toContain('| `a.lua:1 local a = 1` | a vote \\| is counted |');
  expect(page).toContain('| `a.lua:2 b()` | **none** |');
  for (const name of Object.keys(verdicts)) expect(page.split(name)).toHaveLength(2);
});
