import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newAttempt } from '../store/suites/builders.ts';
import type { VoteAttempt } from '../store/vote-store.ts';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';
import { exportVotes } from './export-votes.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 28, 10);
const now = () => NOW_MS;
const EXPORT = ['export', 'votes', '--server', 'aurora'];
const STATS = ['stats', '--server', 'aurora'];
let cli: TestCli;
let accountId = '';
let serverId = '';

beforeEach(async () => {
  cli = await createTestCli();
  accountId = String((await cli.json(['accounts', 'create', '--username', 'mirelle'])).accountId);
  serverId = String((await cli.json(['servers', 'create', '--name', 'Aurora'])).id);
  await cli.json(['servers', 'create', '--name', 'Other']);
});

afterEach(() => cli.close());

describe('export votes', () => {
  test('writes CSV with a heading, oldest first, of this server alone, and no name that runs as a formula', async () => {
    await vote(['a, "b"', '=cmd()', '+1', '-1', '@x', '千', null].map((username) => ({ username })));
    await vote([{ serverNum: 2, username: 'elsewhere' }]);
    const { code, stdout, stderr } = await cli.run(EXPORT);
    expect([code, stderr]).toEqual([0, '']);
    const records = stdout.split('\r\n');
    expect(records[0]).toBe('voteId,time,serverId,slug,username,total,via,network');
    expect(records[1]).toMatch(/^\d+-\d+,2026-11-28T10:00:00\.000Z,[0-9a-f-]{36},aurora,"a, ""b""",1,direct,\S+$/);
    const names = records.slice(2, -1).map((record) => record.split(',')[4]);
    expect(names).toEqual(["'=cmd()", "'+1", "'-1", "'@x", '千', '']);
    expect(records.at(-1)).toBe('');
    expect(stdout).not.toContain('elsewhere');
  });

  test('NDJSON, and the one JSON document of --json, have every name as it is', async () => {
    await vote([{ username: '=cmd()' }, { username: null, via: 'attested', network: 'net1' }]);
    const { stdout } = await cli.run([...EXPORT, '--format', 'ndjson']);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toEqual([
      {
        voteId: expect.stringMatching(/^\d+-\d+$/),
        time: '2026-11-28T10:00:00.000Z',
        serverId,
        slug: 'aurora',
        username: '=cmd()',
        total: 1,
        via: 'direct',
        network: expect.any(String),
      },
      expect.objectContaining({ username: null, total: 2, via: 'attested', network: 'net1' }),
    ]);
    expect(JSON.parse((await cli.run([...EXPORT, '--json'])).stdout)).toEqual(rows);
  });

  test('a server without votes gives a heading alone, or an empty array', async () => {
    expect((await cli.run(EXPORT)).stdout).toBe('voteId,time,serverId,slug,username,total,via,network\r\n');
    expect((await cli.run([...EXPORT, '--format', 'ndjson'])).stdout).toBe('');
    expect(JSON.parse((await cli.run([...EXPORT, '--json'])).stdout)).toEqual([]);
  });

  test('more votes than one page of the log are all there, once', async () => {
    await vote(Array.from({ length: 2345 }, () => ({})));
    const rows = JSON.parse((await cli.run([...EXPORT, '--json'])).stdout);
    expect(rows.map((row: { total: number }) => row.total)).toEqual(
      Array.from({ length: 2345 }, (_, index) => index + 1),
    );
  });

  test('--out writes a file that replaces what was there, and leaves nothing else behind', async () => {
    await vote([{}, {}]);
    const out = join(cli.folder, 'votes.csv');
    await writeFile(out, 'old');
    const printed = await cli.json([...EXPORT, '--out', out]);
    expect(printed).toEqual({ serverId, slug: 'aurora', votes: 2, format: 'csv', file: out });
    expect((await readFile(out, 'utf8')).split('\r\n')).toHaveLength(4);
    expect((await cli.run([...EXPORT, '--out', out, '--format', 'ndjson'])).stdout).toBe(
      `Exported 2 votes of aurora to ${out}.\n`,
    );
    expect((await readdir(cli.folder)).sort()).toEqual(['data', 'votes.csv']);
  });

  test('an export that breaks off leaves the old file as it was, and no half of a new one', async () => {
    const out = join(cli.folder, 'votes.csv');
    await writeFile(out, 'old');
    const task = await cli.withStores(async ({ votes, directory }) => {
      const server = await directory.findServer(serverId);
      return { votes, server: server!, format: 'csv' as const };
    });
    await expect(exportVotes(task, out)).rejects.toThrow('closed');
    expect(await readFile(out, 'utf8')).toBe('old');
    expect((await readdir(cli.folder)).sort()).toEqual(['data', 'votes.csv']);
  });

  test('a file that cannot be written is one line and exit 1; bad usage is exit 2', async () => {
    const { code, stdout, stderr } = await cli.run([...EXPORT, '--out', join(cli.folder, 'none', 'votes.csv')]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^ENOENT.*none.*\n$/);
    expect(await cli.run([...EXPORT, '--json', '--format', 'csv'])).toMatchObject({ code: 2 });
    expect(await cli.run([...EXPORT, '--format', 'xml'])).toMatchObject({ code: 2 });
    expect(await cli.run(['export', 'votes'])).toMatchObject({ code: 2 });
    expect(await cli.run(['export', 'votes', '--server', 'nowhere'])).toMatchObject({ code: 1 });
  });
});

describe('stats', () => {
  test('counts all, today, 7 and 30 days, ways and networks', async () => {
    const ago = (days: number) => NOW_MS - days * DAY_MS;
    await vote([{}], ago(30));
    await vote([{}], ago(29));
    await vote([{ network: 'n3' }, {}, {}], ago(7));
    await vote([{ network: 'n2', via: 'attested' }], ago(6));
    await vote([{ network: 'n1' }, { network: 'n1', via: 'hosted', username: 'tom' }], ago(0));
    await vote([{ serverNum: 2 }], ago(0));
    const stats = await cli.json(STATS, { now });
    expect(stats).toMatchObject({
      server: { id: serverId, slug: 'aurora', name: 'Aurora', accountId },
      total: 8,
      today: 2,
      last7Days: 3,
      last30Days: 7,
      log: { votes: 8, byVia: { direct: 6, hosted: 1, attested: 1 }, networks: 7, withUsername: 1 },
    });
    expect(stats.topDays).toEqual([
      { day: '2026-11-21', votes: 3 },
      { day: '2026-11-28', votes: 2 },
      { day: '2026-10-29', votes: 1 },
      { day: '2026-10-30', votes: 1 },
      { day: '2026-11-22', votes: 1 },
    ]);
    expect(stats.days).toHaveLength(5);
  });

  test('shows a chart on a terminal and plain columns elsewhere', async () => {
    await vote([{}], NOW_MS - DAY_MS);
    await vote([{}, {}, {}, {}]);
    const shown = await cli.run(STATS, { now, terminal: true });
    expect(shown.stdout).toMatch(/2026-11-28 {2} +4 {2}█{32}\n2026-11-27 {2} +1 {2}█{8}\n$/);
    const piped = await cli.run(STATS, { now });
    expect(piped.stdout).toMatch(/^Server +Aurora \(aurora\)\nTotal +5\nToday +4\n/);
    expect(piped.stdout).toMatch(/ attested +0 \(vouched for by a key holder\)/);
    expect(piped.stdout).not.toContain('█');
  });

  test('a server without votes has zeros', async () => {
    expect(await cli.json(STATS, { now })).toMatchObject({
      total: 0,
      today: 0,
      log: { votes: 0, from: null, until: null, networks: 0 },
      topDays: [],
      days: [],
    });
    expect((await cli.run(STATS, { now })).code).toBe(0);
  });
});

/** Casts votes of voters never seen before, at this time of the store. */
async function vote(attempts: readonly Partial<VoteAttempt>[], nowMs = NOW_MS): Promise<void> {
  const seeded = { accountId, serverIds: [serverId], serverNums: [1] };
  await cli.withStores(
    async ({ votes }) => {
      for (const attempt of attempts) {
        const outcome = await votes.castVote(newAttempt(seeded, { votesPerMinute: 10_000, ...attempt }));
        if (outcome.status !== 'counted') throw new Error(`a vote of the test was not counted: ${outcome.status}`);
      }
    },
    () => nowMs,
  );
}
