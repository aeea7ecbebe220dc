import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask } from '../api-client.ts';
import { createInstallation, type Installation, type Owner } from './installation.ts';
import type { ServiceProcess } from './service-process.ts';

const FAILED_KEYS_A_MINUTE = 30;
const [A, B] = ['127.0.0.2', '127.0.0.3'];

describe('IPv4 clients of a service that listens on IPv6 too, on the embedded store', () => {
  let installation: Installation;
  let service: ServiceProcess;
  let owner: Owner;
  beforeAll(async () => {
    installation = await createInstallation();
    owner = await installation.createOwner();
    service = await installation.start({ env: { HOST: '', TRUST_PROXY: '' } });
  });
  afterAll(() => installation.close());

  const voteFrom = (localAddress: string, key = owner.key): Promise<Answer> =>
    ask(`${service.url}/vote`, {
      method: 'POST',
      body: { slug: owner.slug },
      headers: { 'X-API-KEY': key },
      localAddress,
    });

  test('are limited one by one: what A spends does not count against B', async () => {
    const statuses: number[] = [];
    for (let count = 0; count <= FAILED_KEYS_A_MINUTE; count += 1) statuses.push((await voteFrom(A, 'wrong')).status);
    expect(statuses).toEqual([...Array.from({ length: FAILED_KEYS_A_MINUTE }, () => 401), 429]);
    expect((await voteFrom(B, 'wrong')).status).toBe(401);
  });

  test('are voters of their own, by their IPv4 address, whoever else failed with a key', async () => {
    expect((await voteFrom(A)).status).toBe(200);
    expect((await voteFrom(B)).status).toBe(200);
    expect((await voteFrom(A)).body.code).toBe('already_voted');
    const url = `${service.url}/vote/check?slug=${owner.slug}&ip=${B}`;
    expect((await ask(url, { headers: { 'X-API-KEY': owner.key } })).body.canVote).toBe(false);
  });

  test('reach it over IPv6 as well', async () => {
    expect((await ask(`http://[::1]:${service.port}/healthz`)).status).toBe(200);
  });
});
