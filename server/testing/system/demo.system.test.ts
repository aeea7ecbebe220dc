import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../api-client.ts';
import { findLeaks } from './discretion.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const KEY = /\b[vu]k_\w+/g;

describe('demo mode on the embedded store', () => {
  test('shows its keys once, to the person at the terminal and never in the log', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'server-vote-system-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const first = await startDemo(folder);
    const keys = first.stderr().match(KEY) ?? [];
    expect(keys.map((key) => key.slice(0, 3))).toEqual(['vk_', 'uk_']);
    const [voteKey = '', userKey = ''] = keys;
    const { body } = await ask(`${first.url}/v1/resources`, { headers: { 'X-API-KEY': userKey } });
    expect(body.total).toBeGreaterThan(0);
    const refused = await ask(`${first.url}/vote`, { method: 'POST', body: {}, headers: { 'X-API-KEY': voteKey } });
    expect(refused.body.code).toBe('server_required');
    await first.stop();
    expect(findLeaks(first.stdout())).toEqual([]);
    const second = await startDemo(folder);
    expect(second.stderr()).toContain(second.url.replace('127.0.0.1', 'localhost'));
    expect(second.stderr()).not.toMatch(KEY);
    expect((await ask(`${second.url}/v1/resources`, { headers: { 'X-API-KEY': userKey } })).status).toBe(200);
  });

  test('is reached from this machine alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'server-vote-system-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { port } = await startDemo(folder);
    expect((await ask(`http://127.0.0.1:${port}/`)).status).toBe(200);
    // An address of this machine that a service on every address would answer at.
    await expect(ask(`http://127.0.0.2:${port}/`)).rejects.toThrow('ECONNREFUSED');
  });
});

async function startDemo(folder: string): Promise<ServiceProcess> {
  const service = await startServiceProcess({ env: { DATA_DIR: folder }, args: ['--demo'] });
  onTestFinished(() => service.kill());
  return service;
}
