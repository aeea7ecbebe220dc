import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort } from './free-port.ts';
import { startChosen } from './redis-server.ts';

test('a server whose further port was snatched away is started with another one', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  const chosen: number[] = [];
  const server = await startChosen(async () => {
    chosen.push(chosen.length === 0 ? taken : await findFreePort());
    return { args: ['--cluster-enabled', 'yes', '--cluster-port', String(chosen.at(-1))] };
  });
  expect(chosen).toHaveLength(2);
  expect(await server.command('CONFIG', 'GET', 'cluster-port')).toContain(String(chosen[1]));
  await server.close();
  holder.close();
});
