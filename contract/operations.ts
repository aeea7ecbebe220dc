import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

const NONE = z.object({});

export const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

export const Readiness = z
  .object({
    status: z.literal('ready'),
    notes: z.array(z.string()).meta({ description: 'What deserves a look, and how to right it.' }),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof Readiness>;

/** GET /healthz: is the process alive? */
export const healthEndpoint = defineEndpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  key: 'none',
  tag: 'Operations',
  summary: 'Tell that the process is alive',
  description: 'Asks nothing of the store. For liveness probes.',
  params: NONE,
  query: NONE,
  headers: NONE,
  body: null,
  answer: Health,
  answerHeaders: [],
  errors: [],
});

/** GET /readyz: can votes be counted now? */
export const readinessEndpoint = defineEndpoint({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  key: 'none',
  tag: 'Operations',
  summary: 'Tell whether votes can be counted now',
  description: '503 while the store is away or unsafe, or the process is stopping. For load balancers.',
  params: NONE,
  query: NONE,
  headers: NONE,
  body: null,
  answer: Readiness,
  answerHeaders: [],
  errors: ['not_ready'],
});
