import { describe, expect, test } from 'vitest';
import { rotate, shuffle } from './orders.ts';

describe('rotate', () => {
  test('gives each item every place once in as many rounds as there are items', () => {
    const items = ['one', 'other', 'third'];
    const orders = items.map((_, round) => rotate(items, round));
    for (const [place] of items.entries()) {
      expect(new Set(orders.map((order) => order[place]))).toEqual(new Set(items));
    }
    expect(rotate(items, 4)).toEqual(['other', 'third', 'one']);
  });

  test('has nothing to turn where there is nothing', () => {
    expect(rotate([], 3)).toEqual([]);
  });
});

describe('shuffle', () => {
  test('gives all items, in the order that chance has', () => {
    const chances = [0.7, 0.1, 0.4];
    expect(shuffle(['one', 'other', 'third'], () => chances.shift() ?? 0)).toEqual(['other', 'third', 'one']);
  });

  test('gives each item every neighbour before long', () => {
    const neighbours = new Set<string>();
    for (let round = 0; round < 1_000; round += 1) neighbours.add(shuffle([1, 2, 3]).slice(0, 2).join());
    expect(neighbours.size).toBe(6);
  });
});
