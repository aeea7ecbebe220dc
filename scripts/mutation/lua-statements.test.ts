import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findStatements, withoutStatement } from './lua-statements.ts';

const FOLDER = 'server/store/redis/lua';

const SOURCE = `-- A comment with local x = 1 and 'a quote.
local LIMIT = 2 * 30

local function add(a, b)
  local sum = a + b -- not a statement: return 1
  return sum
end

if LIMIT > 1 then
  redis.call('SET', KEYS[1], "it's; 'local'")
elseif LIMIT then
  LIMIT = nil
else
  for index = 1, #ARGV, 2 do
    add(ARGV[index], { x = 1, y = function() return 2 end })
    LIMIT, other = LIMIT or 3, not other
  end
end
return
`;

describe('the statements of a Lua file', () => {
  test('are found with those inside of them, in their order', () => {
    expect(findStatements(SOURCE).map(({ line, head }) => `${line} ${head}`)).toEqual([
      '2 local LIMIT = 2 * 30',
      '4 local function add(a, b)',
      '5 local sum = a + b',
      '6 return sum',
      '9 if LIMIT > 1 then',
      `10 redis.call('SET', KEYS[1], "it's; 'local'")`,
      '12 LIMIT = nil',
      '14 for index = 1, #ARGV, 2 do',
      '15 add(ARGV[index], { x = 1, y = function() return 2 end })',
      '15 return 2',
      '16 LIMIT, other = LIMIT or 3, not other',
      '19 return',
    ]);
  });

  test('are taken out whole, and nothing else moves', () => {
    const [, add] = findStatements(SOURCE);
    const left = withoutStatement(SOURCE, add!);
    expect(left.split('\n').length).toBe(SOURCE.split('\n').length);
    expect(left.split('\n').slice(3, 9).join('').trim()).toBe('if LIMIT > 1 then');
    expect(findStatements(left)).toHaveLength(findStatements(SOURCE).length - 3);
  });

  test('of every script here are found, and each file without any one of them can be read still', () => {
    for (const file of readdirSync(FOLDER)) {
      const source = readFileSync(`${FOLDER}/${file}`, 'utf8');
      const statements = findStatements(source);
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements) findStatements(withoutStatement(source, statement));
    }
  });

  test('that are none are refused with their line', () => {
    expect(() => findStatements('local a = 1\nif a then')).toThrow("[2:9] 'end' expected");
    expect(() => findStatements('return 1\nend')).toThrow('[2:0]');
  });
});
