import { Histogram, type Registry } from 'prom-client';

/** Observes how long a request took, in seconds. */
export type ObserveRequest = (labels: RequestLabels, seconds: number) => void;

export interface RequestLabels {
  readonly route: string;
  readonly method: string;
  readonly status: number;
}

interface Series {
  readonly labels: RequestLabels;
  /** What is not in the histogram yet. */
  readonly seconds: number[];
}

/** So many are put into the histogram together. */
const TOGETHER = 256;

/**
 * The histogram of requests. It looks its labels up by a text that it makes of them anew each time, which is felt by an answer
 * from memory; here times are kept by labels and put into it when they are many, and before anybody reads it.
 */
export function createRequestTimes(registry: Registry): ObserveRequest {
  const all: Series[] = [];
  const byRoute = new Map<string, Series[]>();
  const histogram = new Histogram({
    name: 'server_vote_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
    registers: [registry],
    collect() {
      for (const series of all) putIn(series);
    },
  });

  function putIn({ labels, seconds }: Series): void {
    for (const one of seconds) histogram.observe({ ...labels }, one);
    seconds.length = 0;
  }

  function seriesOf({ route, method, status }: RequestLabels): Series {
    const ofRoute = byRoute.get(route) ?? [];
    for (const series of ofRoute) {
      if (series.labels.method === method && series.labels.status === status) return series;
    }
    const made = { labels: { route, method, status }, seconds: [] };
    byRoute.set(route, [...ofRoute, made]);
    all.push(made);
    return made;
  }

  return (labels, seconds) => {
    const series = seriesOf(labels);
    if (series.seconds.push(seconds) >= TOGETHER) putIn(series);
  };
}
