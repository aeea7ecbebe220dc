import express from 'express';
import { type Listener, type ListenOptions, listen } from '../http/listen.ts';
import { createMetricsHandler, type MetricsText } from './routes.ts';

/** Serves /metrics on a port of its own, which visitors do not reach. */
export function listenForMetrics(registry: MetricsText, options: ListenOptions): Promise<Listener> {
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', createMetricsHandler(registry));
  app.use((_req, res) => {
    res.writeHead(404, { 'Content-Type': 'text/plain' }).end('The metrics are at /metrics.\n');
  });
  return listen(app, { ...options, variable: 'METRICS_PORT' });
}
