import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createRequestTimes } from './request-times.ts';

const NAME = 'server_vote_http_request_seconds';

test('whoever reads the metrics finds every request, each under its own labels, however often they are read', async () => {
  const registry = new Registry();
  const observe = createRequestTimes(registry);
  const votes = { route: '/vote', method: 'POST', status: 200 };
  for (let request = 0; request < 1_000; request += 1) observe(votes, 0.004);
  observe({ ...votes, status: 429 }, 0.2);
  observe({ route: '/vote/check', method: 'GET', status: 200 }, 3);
  const first = await registry.metrics();
  expect(first).toContain(`${NAME}_count{route="/vote",method="POST",status="200"} 1000`);
  expect(first).toContain(`${NAME}_bucket{le="0.0025",route="/vote",method="POST",status="200"} 0`);
  expect(first).toContain(`${NAME}_bucket{le="0.005",route="/vote",method="POST",status="200"} 1000`);
  expect(first).toContain(`${NAME}_count{route="/vote",method="POST",status="429"} 1`);
  expect(first).toContain(`${NAME}_sum{route="/vote/check",method="GET",status="200"} 3`);
  observe(votes, 0.004);
  expect(await registry.metrics()).toContain(`${NAME}_count{route="/vote",method="POST",status="200"} 1001`);
  expect(await registry.metrics()).toContain(`${NAME}_count{route="/vote",method="POST",status="200"} 1001`);
});
