import type { Config } from '../config.ts';
import type { Finding } from './diagnose.ts';

const PATIENCE_MS = 2_000;
/** As the metrics name it: server/http/metrics.ts. */
const OFTEN_REFUSED = /^server_vote_signs_total\{[^}]*\bsign="often_refused"[^}]*\} (\d+)/m;

/**
 * What the service saw that no store keeps: addresses that are refused again and again, which is what a proxy that is not
 * trusted looks like. Asked of the metrics of the service on this machine; where none answers there is nothing to say.
 */
export async function diagnoseSigns(config: Pick<Config, 'metricsPort' | 'host'>): Promise<Finding[]> {
  const times = Number(OFTEN_REFUSED.exec(await readMetrics(config))?.[1] ?? 0);
  if (times === 0) return [];
  const seen = `One address was refused a hundred times within an hour, ${times} time(s) since the service was started`;
  return [
    { check: 'proxy', level: 'warn', message: `${seen}: if it is a proxy in front of it, set TRUST_PROXY to it.` },
  ];
}

async function readMetrics({ metricsPort, host }: Pick<Config, 'metricsPort' | 'host'>): Promise<string> {
  if (metricsPort === null) return '';
  const name = host?.includes(':') ? `[${host}]` : (host ?? '127.0.0.1');
  try {
    const answer = await fetch(`http://${name}:${metricsPort}/metrics`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? await answer.text() : '';
  } catch {
    // The service runs elsewhere, or not at all: that is no fault of it.
    return '';
  }
}
