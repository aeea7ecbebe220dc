import { expect, test } from 'vitest';
import type { ServerRecord } from '../store/directory-store.ts';
import { createListWriter, writeWhich } from './server-text.ts';

const RECORDS: readonly ServerRecord[] = ['Aurora', 'Täglich "🦊"', 'Borealis'].map((name, index) => ({
  id: `f3b${index}`,
  num: index,
  accountId: 'acc',
  slug: `a-${index}`,
  name,
  description: '',
  image: '',
  createdAt: '2026-01-01T00:00:00.000Z',
}));
const [IDS, SLUGS] = [Object.freeze(RECORDS.map(({ id }) => id)), Object.freeze(RECORDS.map(({ slug }) => slug))];
const SERVERS = Object.freeze([...RECORDS]);

/** What is found for the names, where the ones of `missing` are not. */
function found(requested: readonly string[], servers: readonly ServerRecord[], missing: readonly string[] = []) {
  const eligibility = { canVote: true, nextVoteAt: null, serverVotes: 0 };
  const refusal = { status: 404, code: 'server_not_found', title: 'There is no such server' } as const;
  const rest = servers.values();
  const answers = requested.map((name) =>
    missing.includes(name)
      ? { requested: name, refusal }
      : { requested: name, server: rest.next().value!, eligibility },
  );
  return { answers, servers };
}

function expected(requested: readonly string[], servers: readonly ServerRecord[]): string[] {
  return servers.map((server, index) => {
    const { num, accountId, createdAt, ...shown } = server;
    return writeWhich(requested[index] ?? '', shown);
  });
}

test('each server of a list is written with what it was asked for by', () => {
  const writeList = createListWriter();
  for (const requested of [IDS, SLUGS, ['F3B0', 'a-1', 'f3b2']])
    expect(writeList(requested, found(requested, SERVERS))).toEqual(expected(requested, RECORDS));
});

test('a list that was not found whole is written without what is missing', () => {
  const writeList = createListWriter();
  const requested = Object.freeze(['f3b0', 'nobody', 'f3b2']);
  const servers = [RECORDS[0]!, RECORDS[2]!];
  expect(writeList(requested, found(requested, servers, ['nobody']))).toEqual(expected(['f3b0', 'f3b2'], servers));
});

test('the texts of a frozen list are kept with it', () => {
  const writeList = createListWriter();
  expect(writeList(IDS, found(IDS, SERVERS))).toBe(writeList(IDS, found(IDS, SERVERS)));
  expect(writeList(SLUGS, found(SLUGS, SERVERS))).toEqual(expected(SLUGS, RECORDS));
  expect(writeList(IDS, found(IDS, SERVERS))).toEqual(expected(IDS, RECORDS));
});

test('lists are kept up to ten million characters, and those go that were not asked for longest', () => {
  const writeList = createListWriter();
  const servers = RECORDS.map((record) => ({ ...record, description: 'x'.repeat(500_000) }));
  const lists = Array.from({ length: 6 }, () => Object.freeze([...servers]));
  const before = lists.map((list) => writeList(IDS, found(IDS, list)));
  const isKept = lists.map((list, index) => writeList(IDS, found(IDS, list)) === before[index]);
  expect(isKept).toEqual(Array(6).fill(true));
  const again = writeList(IDS, found(IDS, lists[5]!));
  for (const list of lists.slice(0, 5)) writeList(IDS, found(IDS, list));
  writeList(IDS, found(IDS, Object.freeze([...servers])));
  expect(writeList(IDS, found(IDS, lists[5]!))).not.toBe(again);
  expect(writeList(IDS, found(IDS, lists[5]!))).toEqual(again);
});

test('a list that may change is read each time, and a changed record has a text of its own', () => {
  const writeList = createListWriter();
  for (const [names, servers] of [
    [IDS, [...RECORDS]],
    [[...IDS], SERVERS],
  ] as const) {
    expect(writeList(names, found(names, servers))).not.toBe(writeList(names, found(names, servers)));
  }
  const servers = [...RECORDS];
  expect(writeList(IDS, found(IDS, servers))[0]).toContain('"Aurora"');
  servers[0] = { ...servers[0]!, name: 'Polaris' };
  expect(writeList(IDS, found(IDS, servers))[0]).toContain('"Polaris"');
});
