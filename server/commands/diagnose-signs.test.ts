import { describe, expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '../http/metrics.ts';
import { listenForMetrics } from '../operations/listen-for-metrics.ts';
import { createTestCli } from '../testing/test-cli.ts';

/** What doctor says of proxies beside a running service that saw these signs. */
async function examineBeside(signs: readonly string[]): Promise<unknown[]> {
  const metrics = createMetrics();
  for (const sign of signs) metrics.countSign(sign);
  const { port, stop } = await listenForMetrics(metrics.registry, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => stop(0));
  const cli = await createTestCli({ METRICS_PORT: `${port}`, HOST: '127.0.0.1', TRUST_PROXY: '1' });
  onTestFinished(() => cli.close());
  return findingsOn('proxy', await cli.json(['doctor']));
}

function findingsOn(check: string, { findings }: Record<string, unknown>): unknown[] {
  return Array.isArray(findings) ? findings.filter((finding) => finding.check === check) : [];
}

const configured = { check: 'proxy', level: 'ok', message: expect.stringContaining('1 hop') };

describe('doctor beside a running service', () => {
  it('warns of an address that is refused again and again, as a proxy that is not trusted is', async () => {
    expect(await examineBeside(['often_refused', 'few_networks', 'often_refused'])).toEqual([
      configured,
      { check: 'proxy', level: 'warn', message: expect.stringMatching(/hundred times.* 2 time.*set TRUST_PROXY/) },
    ]);
  });

  it('says nothing of it where none was', async () => {
    expect(await examineBeside(['few_networks'])).toEqual([configured]);
  });

  it('says nothing of it where no service answers', async () => {
    const { port, stop } = await listenForMetrics(createMetrics().registry, { port: 0, host: '127.0.0.1' });
    await stop(0);
    const cli = await createTestCli({ METRICS_PORT: `${port}`, TRUST_PROXY: '1' });
    onTestFinished(() => cli.close());
    expect(findingsOn('proxy', await cli.json(['doctor']))).toEqual([configured]);
  });
});
