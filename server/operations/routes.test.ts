import { expect, test } from 'vitest';
import { ask } from '../testing/api-client.ts';
import { createTenant } from '../testing/tenant.ts';
import { describeOnStores } from '../testing/test-service.ts';

describeOnStores('operations', (use) => {
  test('a running service is alive and ready', async () => {
    const service = await use.start();
    expect((await ask(`${service.url}/healthz`)).body).toEqual({ status: 'ok' });
    expect((await ask(`${service.url}/readyz`)).body).toMatchObject({ status: 'ready' });
  });

  test('the metrics count answers, problems and votes, on a port of their own or where they are put', async () => {
    const service = await use.start();
    const tenant = await createTenant(service);
    await tenant.vote(undefined, { ip: '8.8.8.8' });
    await tenant.vote(undefined, { ip: '8.8.8.8' });
    await expect
      .poll(() => service.metrics.registry.metrics())
      .toContain('server_vote_votes_total{result="already_voted",via="direct"} 1');
    const text = await service.metrics.registry.metrics();
    expect(text).toContain('server_vote_votes_total{result="counted",via="direct"} 1');
    expect(text).toContain('server_vote_problems_total{code="already_voted"} 1');
    expect(text).toContain('server_vote_http_request_seconds_count{route="/vote",method="POST",status="200"} 1');
    expect(text).toContain('server_vote_store_ready 1');
    expect(text).not.toContain('8.8.8.8');
    expect((await ask(`${service.url}/metrics`)).status).toBe(404);
  });
});
