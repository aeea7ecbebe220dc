import { describe, expect, test } from 'vitest';
import { createVotes } from './votes.ts';

const TENANTS = [
  { key: 'vk_one', serverIds: ['a', 'b'] },
  { key: 'vk_two', serverIds: ['c', 'd'] },
];

describe('createVotes', () => {
  test('goes over all keys and servers, and no voter comes twice', () => {
    let made = 0;
    const nextVote = createVotes(TENANTS, () => made++);
    const votes = Array.from({ length: 1000 }, nextVote);
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
});
