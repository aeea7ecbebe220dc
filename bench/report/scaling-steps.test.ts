import { describe, expect, test } from 'vitest';
import { SAMPLE_COSTS as COSTS } from './sample-costs.ts';
import { carriesTable, fullnessTable } from './scaling-steps.ts';

/** Cells by the name of the step, without its log. */
function rowsOf(visitors: number, logDays: number): Map<string, readonly string[]> {
  const behind = `, log of ${logDays} days`;
  return new Map(
    fullnessTable(COSTS, visitors)
      .rows.filter(([name = '']) => name.endsWith(behind))
      .map(([name = '', ...cells]) => [name.slice(0, -behind.length), cells]),
  );
}

describe('steps of scaling', () => {
  test('each names its first bottleneck across processes, Redis and disk', () => {
    // A core carries 72 million (120 and twice 60 µs: 60 million on the embedded store), a Redis 180 million.
    const rows = rowsOf(1e7, 7);
    expect(rows.get('one machine, embedded store, which has one process')).toEqual([
      '17 %',
      '',
      '',
      '7 %',
      'processes, processor',
      'yes',
    ]);
    expect(rows.get('one process, one Redis')).toEqual(['14 %', '6 %', '21 %', '', 'Redis, memory', 'yes']);
    expect(rowsOf(1e7, 90).get('one machine, embedded store, which has one process')?.slice(3)).toEqual([
      '90 %',
      'disk',
      'yes',
    ]);
  });

  test('with a thousand times as many visitors no step carries them but as many as it takes', () => {
    for (const logDays of [90, 7]) {
      const carried = [...rowsOf(1e10, logDays)].map(([name, cells]) => [name.startsWith('as many'), cells.at(-1)]);
      expect(carried).toEqual([...Array.from({ length: 5 }, () => [false, 'no']), [true, 'yes']]);
    }
  });

  test('no step carries more than the one after it, with Redis', () => {
    const [, ...onRedis] = carriesTable(COSTS).rows.map(([, long = '']) => Number.parseFloat(long));
    expect(onRedis).toEqual(onRedis.toSorted((one, other) => one - other));
  });
});
