import { expect, test } from 'vitest';
import { readProfile } from './read-profile.ts';

function node(id: number, functionName: string, url: string) {
  return { id, callFrame: { functionName, url, lineNumber: url === '' ? -1 : 9 } };
}

test('time that is not idle is shared out to functions and to files, a package counting as one', () => {
  const profile = {
    nodes: [
      node(1, '(idle)', ''),
      node(2, 'serve', 'file:///project/dist/server/http/serve.js'),
      node(3, '', 'file:///project/node_modules/@scope/pack/a.js'),
      node(4, 'other', 'file:///project/node_modules/@scope/pack/b.js'),
      node(5, '(garbage collector)', ''),
    ],
    samples: [1, 2, 3, 4, 5, 2],
    timeDeltas: [100, 30, 30, 10, 20, 10],
  };
  const summary = readProfile(profile, '/project');
  expect(summary.idleShare).toBe(0.5);
  expect(summary.functions).toEqual([
    { name: 'serve dist/server/http/serve.js:10', share: 0.4 },
    { name: '(anonymous) node_modules/@scope/pack/a.js:10', share: 0.3 },
    { name: '(garbage collector)', share: 0.2 },
    { name: 'other node_modules/@scope/pack/b.js:10', share: 0.1 },
  ]);
  expect(summary.places).toEqual([
    { name: 'dist/server/http/serve.js', share: 0.4 },
    { name: 'package @scope/pack', share: 0.4 },
    { name: '(garbage collector)', share: 0.2 },
  ]);
});
