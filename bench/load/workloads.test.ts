import { describe, expect, test } from 'vitest';
import { createWorkload } from './workloads.ts';

const TENANTS = [
  { key: 'vk_one', serverIds: ['a', 'b'], siteId: 'site_one' },
  { key: 'vk_two', serverIds: ['c', 'd'], siteId: 'site_two' },
];

function make(name: Parameters<typeof createWorkload>[0], length: number) {
  let made = 0;
  const workload = createWorkload(name, TENANTS, () => made++);
  return Array.from({ length }, workload.next);
}

describe('createWorkload', () => {
  test('fresh votes go over all keys and servers, and no voter comes twice', () => {
    const votes = make('fresh votes', 1000);
    expect(votes.slice(0, 4).map(({ headers, body }) => [headers['X-API-KEY'], body])).toEqual([
      ['vk_one', '{"serverId":"a"}'],
      ['vk_two', '{"serverId":"c"}'],
      ['vk_one', '{"serverId":"b"}'],
      ['vk_two', '{"serverId":"d"}'],
    ]);
    expect(new Set(votes.map(({ headers }) => headers['X-Forwarded-For'])).size).toBe(1000);
    expect(votes[0]?.headers['X-Forwarded-For']).toBe('20.0.0.0');
    expect(votes[256]?.headers['X-Forwarded-For']).toBe('20.0.1.0');
  });

  test('three of ten votes of the mix are one that was sent long before, once it is long before', () => {
    const votes = make('votes, 70/30', 5000);
    const late = votes.slice(2000);
    const isRepeat = (at: number) => votes.indexOf(votes[at] ?? votes[0] ?? late[0]!) < at;
    const repeats = late.filter((_, at) => isRepeat(2000 + at));
    expect(repeats).toHaveLength(late.length * 0.3);
    for (const repeat of repeats.slice(0, 50)) {
      expect(votes.lastIndexOf(repeat) - votes.indexOf(repeat)).toBeGreaterThan(400);
    }
  });

  test('a site asks for all servers of its account at once, and names its origin', () => {
    expect(make('checks by a site', 2)).toEqual([
      {
        method: 'GET',
        path: '/sites/site_one/vote/checks?server=a&server=b',
        headers: { Origin: 'https://play.example.com', 'X-Forwarded-For': '20.0.0.0' },
      },
      {
        method: 'GET',
        path: '/sites/site_two/vote/checks?server=c&server=d',
        headers: { Origin: 'https://play.example.com', 'X-Forwarded-For': '20.0.0.1' },
      },
    ]);
  });
});
