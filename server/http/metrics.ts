import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { StoreHealth } from '../store/stores.ts';
import type { AnsweredRequest } from './request-log.ts';
import { createRequestTimes } from './request-times.ts';

/** What this process counts, in Prometheus' text form. */
export interface Metrics {
  readonly registry: Registry;
  countAnswer(answered: AnsweredRequest): void;
  /** @param via direct, hosted or attested. */
  countVote(status: string, via: string): void;
  /** @param sign often_refused, few_networks or scarce_quota. */
  countSign(sign: string): void;
  setHealth(health: StoreHealth): void;
}

/** Makes the metrics of one process. docs/operations.md says what each means. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const observeRequest = createRequestTimes(registry);
  const problems = new Counter({
    name: 'server_vote_problems_total',
    help: 'Problems answered, by their code.',
    labelNames: ['code'],
    registers,
  });
  const votes = new Counter({
    name: 'server_vote_votes_total',
    help: 'Attempts to vote that the store decided, by what became of them and how they came in.',
    labelNames: ['result', 'via'],
    registers,
  });
  const signs = new Counter({
    name: 'server_vote_signs_total',
    help: 'Signs of a proxy that is not trusted, of cheating and of quotas near their end, each key once an hour.',
    labelNames: ['sign'],
    registers,
  });
  // The workers share one store, so what they say of it is not to be added up.
  const gauge = (name: string, aggregator: 'min' | 'max' | 'average', help: string) =>
    new Gauge({ name: `server_vote_store_${name}`, help, aggregator, registers });
  const ready = gauge('ready', 'min', '1 while votes can be counted.');
  const skew = gauge('clock_skew_seconds', 'average', 'Clock of the store minus clock of this process.');
  const used = gauge('used_bytes', 'max', 'Memory of Redis, or size of the embedded file.');
  const most = gauge('max_bytes', 'max', 'The most the store may use; 0 where it has no limit.');
  return {
    registry,
    countAnswer({ state, method, status, ms }) {
      observeRequest({ route: state.route, method, status }, ms / 1000);
      if (state.code !== null) problems.inc({ code: state.code });
    },
    countVote: (result, via) => votes.inc({ result, via }),
    countSign: (sign) => signs.inc({ sign }),
    setHealth(health) {
      ready.set(health.ready ? 1 : 0);
      skew.set(health.skewMs / 1000);
      used.set(health.usedBytes ?? 0);
      most.set(health.maxBytes ?? 0);
    },
  };
}
