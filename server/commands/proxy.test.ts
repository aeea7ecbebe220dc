import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCli, type TestCli } from '../testing/test-cli.ts';

let cli: TestCli;
beforeAll(async () => {
  cli = await createTestCli();
});
afterAll(() => cli.close());

test('the proxy is given its upstream and its origins', async () => {
  const runs: unknown[] = [];
  const proxy = async (options: unknown) => void runs.push(options);
  const upstream = 'https://votes.example.com';
  await cli.run(['proxy', '--upstream', upstream], { proxy });
  const origins = ['https://a.example', 'https://b.example'];
  await cli.run(['proxy', '--upstream', upstream, '--origin', 'https://a.example', '--origin', 'https://b.example'], {
    proxy,
  });
  expect(runs).toEqual([
    { upstream, origins: [] },
    { upstream, origins },
  ]);
});

test('without an upstream it is bad usage', async () => {
  expect((await cli.run(['proxy'])).code).toBe(2);
});
