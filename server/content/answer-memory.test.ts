import { describe, expect, test } from 'vitest';
import { createAnswerMemory } from './answer-memory.ts';

const BYTES = 1_000_000;
const answerOf = (text: string, size = 1_000) => ({ text, bytes: Buffer.alloc(size) });
type Answer = ReturnType<typeof answerOf>;

const names = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

describe('the memory of answers', () => {
  test('keeps what it has room for, from its first asking on', () => {
    const memory = createAnswerMemory<Answer>(BYTES);
    for (const name of names(500, 'record')) memory.keepOneOfMany(name, answerOf(name));
    memory.keep('page', answerOf('page', 30_000));
    expect(names(500, 'record').every((name) => memory.get(name)?.text === name)).toBe(true);
    expect(memory.get('page')?.bytes).toHaveLength(30_000);
    memory.clear();
    expect(memory.get('page')).toBeUndefined();
  });

  test('one who asks for every record once pushes out nothing, however many there are', () => {
    const memory = createAnswerMemory<Answer>(BYTES);
    const wanted = names(2_000, 'wanted').filter((name) => {
      memory.keepOneOfMany(name, answerOf(name));
      return memory.get(name) !== undefined;
    });
    expect(wanted.length).toBeGreaterThan(500);
    for (const name of names(50_000, 'crawled')) memory.keepOneOfMany(name, answerOf(name));
    expect(wanted.every((name) => memory.get(name) !== undefined)).toBe(true);
  });

  test('where it is full, a record that is asked for again is kept, and goes when it is not for long', () => {
    const memory = createAnswerMemory<Answer>(BYTES);
    for (const name of names(2_000, 'before')) memory.keepOneOfMany(name, answerOf(name));
    memory.keepOneOfMany('popular', answerOf('popular'));
    expect(memory.get('popular')).toBeUndefined();
    memory.keepOneOfMany('popular', answerOf('popular'));
    expect(memory.get('popular')?.text).toBe('popular');
    for (const name of names(2_000, 'again')) for (const _ of [1, 2]) memory.keepOneOfMany(name, answerOf(name));
    expect(memory.get('popular')).toBeUndefined();
  });

  test('pages of lists go by when they were asked for last', () => {
    const memory = createAnswerMemory<Answer>(BYTES);
    for (const name of names(100, 'page')) {
      memory.keep(name, answerOf(name, 30_000));
      memory.get('page-0');
    }
    expect(memory.get('page-0')).toBeDefined();
    expect(memory.get('page-1')).toBeUndefined();
    expect(memory.get('page-99')).toBeDefined();
  });
});
