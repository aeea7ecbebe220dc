import { describe, expect, test } from 'vitest';
import { parseRedisUrl } from './redis-url.ts';

const OPEN = { tls: false, username: null, password: null };

describe('a Redis URL', () => {
  test('names one server, with ports, database and login of its own', () => {
    expect(parseRedisUrl('redis://localhost')).toEqual({
      kind: 'single',
      host: 'localhost',
      port: 6379,
      db: 0,
      ...OPEN,
    });
    expect(parseRedisUrl('rediss://app:p%40ss%2Fw%3Aord@db.example.com:6380/3')).toEqual({
      kind: 'single',
      host: 'db.example.com',
      port: 6380,
      db: 3,
      tls: true,
      username: 'app',
      password: 'p@ss/w:ord',
    });
    expect(parseRedisUrl('redis://:secret@[::1]:7000/')).toMatchObject({
      host: '::1',
      port: 7000,
      username: null,
      password: 'secret',
    });
  });

  test('names sentinels and their master', () => {
    expect(parseRedisUrl('redis+sentinel://s1,s2:26380/mymaster')).toEqual({
      kind: 'sentinel',
      sentinels: [
        { host: 's1', port: 26_379 },
        { host: 's2', port: 26_380 },
      ],
      sentinelLogin: { username: null, password: null },
      masterName: 'mymaster',
      db: 0,
      ...OPEN,
    });
    expect(parseRedisUrl('rediss+sentinel://u:p@s1/m/2?sentinel-password=x%20y')).toMatchObject({
      tls: true,
      username: 'u',
      password: 'p',
      db: 2,
      sentinelLogin: { username: null, password: 'x y' },
    });
  });

  test('names the nodes of a Cluster', () => {
    expect(parseRedisUrl('redis+cluster://:pw@n1:7000,n2,[fd00::2]:7002')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'n1', port: 7000 },
        { host: 'n2', port: 6379 },
        { host: 'fd00::2', port: 7002 },
      ],
      tls: false,
      username: null,
      password: 'pw',
    });
  });

  test.each([
    ['http://localhost', 'must begin with redis://'],
    ['localhost:6379', 'must begin with redis://'],
    ['redis://', 'each host must be a name'],
    ['redis://h:70000', 'a port must be 1 to 65535'],
    ['redis://h:port', 'each host must be a name'],
    ['redis://h/first', 'the database must be a number'],
    ['redis://h1,h2', 'several hosts'],
    ['redis://hunter2@h', 'user:password@'],
    ['redis://:hunter2%@h', '% must be written as %25'],
    ['redis://:hunter2#@h', 'escape @ / ? #'],
    ['redis://:hunter2@h?family=6', 'no parameter "family"'],
    ['redis+sentinel://h', 'the name of the master'],
    ['redis+sentinel://:hunter2@h/m?password=x', 'no parameter "password"'],
    ['redis+cluster://h/1', 'only database 0'],
  ])('%s is refused in one line that says what is right and keeps the password', (url, part) => {
    const parse = () => parseRedisUrl(url);
    expect(parse).toThrow(part);
    expect(parse).not.toThrow('hunter2');
    expect(parse).not.toThrow('\n');
  });
});
