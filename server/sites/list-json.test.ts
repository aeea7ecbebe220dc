import { expect, test } from 'vitest';
import { SiteCheckedServers } from '../../contract/sites.ts';
import type { Eligibility } from '../../contract/vote.ts';
import { jsonOfList } from './list-json.ts';
import { writeWhich } from './server-text.ts';

const NOW = '2023-11-14T22:13:20.123Z';
const SERVER = {
  id: 'f3b4',
  slug: 'a-b',
  name: 'The "Best" \\ </script>\u2028Server',
  description: 'líne\nbreak',
  image: 'https://x.example/a?b=1&c=2',
};

function itemOf(requested: string, eligibility: Eligibility) {
  return { requested, eligibility, which: writeWhich(requested, SERVER) };
}

test('a list is, to the letter, what the contract writes of it', () => {
  const until = '2026-01-01T00:00:00.000Z';
  const found = [
    itemOf('a-b', { canVote: true, nextVoteAt: null, serverVotes: 0 }),
    itemOf('F3B4"', { canVote: false, nextVoteAt: until, serverVotes: 1e6 }),
    itemOf('f3b4', { canVote: false, nextVoteAt: until, serverVotes: 7 }),
  ];
  const refusal = { status: 404, code: 'server_not_found', title: 'There is no such server' } as const;
  const items = [...found, { requested: 'nob"ody', refusal }];
  const results = [
    ...found.map(({ requested, eligibility }) => ({ requested, server: SERVER, ...eligibility })),
    { requested: 'nob"ody', ...refusal },
  ];
  const written = JSON.stringify(SiteCheckedServers.parse({ now: NOW, results }));
  expect(jsonOfList(NOW, items)).toBe(written);
  expect(jsonOfList(NOW, items)).toBe(written);
});

test('nothing of a server that is not public gets out, whatever else its record has', () => {
  const record = { ...SERVER, accountId: 'secret', num: 7 };
  const which = writeWhich('a', record);
  const text = jsonOfList(NOW, [{ which, eligibility: { canVote: true, nextVoteAt: null, serverVotes: 0 } }]);
  expect(text).not.toContain('secret');
  expect(JSON.parse(text).results[0].server).toEqual(SERVER);
});

test('an empty list is one', () => {
  expect(JSON.parse(jsonOfList(NOW, [])).results).toEqual([]);
});
