import { type RequestHandler, Router } from 'express';
import { healthEndpoint, readinessEndpoint } from '../../contract/operations.ts';
import { mountRoutes } from '../http/mount-routes.ts';
import { serve } from '../http/serve.ts';
import type { HealthWatch } from './watch-health.ts';

/** Where the text of the metrics comes from: one process, or several added up. */
export interface MetricsText {
  readonly contentType: string;
  metrics(): Promise<string>;
}

export interface OperationsOptions {
  readonly health: HealthWatch;
  readonly isStopping: () => boolean;
  /** `null` where the metrics have a port of their own. */
  readonly metricsRegistry: MetricsText | null;
}

/** /healthz, /readyz, and /metrics where they share this port. */
export function createOperationsRouter(options: OperationsOptions): Router {
  const router = mountRoutes(Router({ caseSensitive: true }), [
    [healthEndpoint, [serve(healthEndpoint, async () => ({ body: { status: 'ok' as const } }))]],
    [readinessEndpoint, [serve(readinessEndpoint, () => readiness(options))]],
  ]);
  if (options.metricsRegistry !== null) router.get('/metrics', createMetricsHandler(options.metricsRegistry));
  return router;
}

/** Answers with the metrics in Prometheus' text form. */
export function createMetricsHandler(registry: MetricsText): RequestHandler {
  return (_req, res) => {
    registry.metrics().then(
      (text) => {
        res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
        res.end(text);
      },
      // Numbers without those of one worker would look like counters that went back.
      () => res.writeHead(503, { 'Content-Type': 'text/plain' }).end('A worker did not tell its metrics in time.\n'),
    );
  };
}

async function readiness({ health, isStopping }: OperationsOptions) {
  if (isStopping()) {
    return { problem: 'not_ready' as const, members: { detail: 'This process is stopping.', retryAfter: 1 } };
  }
  const { ready, notes } = await health.current();
  if (ready) return { body: { status: 'ready' as const, notes: [...notes] } };
  return { problem: 'not_ready' as const, members: { detail: notes.join(' '), retryAfter: 1 } };
}
