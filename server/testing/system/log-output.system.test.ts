import { closeSync, openSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../api-client.ts';
import { createInstallation, type Installation, type Owner } from './installation.ts';
import { openNamedPipe } from './named-pipe.ts';
import type { ServiceProcess } from './service-process.ts';
import { vote } from './voting.ts';

/** Several times what a pipe holds. */
const LINES = 1_500;
/** A third of the time after which a process that hangs would end itself. */
const STOPPED_WITHIN_MS = 5_000;

describe('a service whose log cannot be written', () => {
  let installation: Installation;
  let owner: Owner;
  beforeAll(async () => {
    installation = await createInstallation();
    owner = await installation.createOwner({ attests: true });
  });
  afterAll(() => installation.close());

  async function expectVote(service: ServiceProcess): Promise<void> {
    expect((await vote(service, owner)).status).toBe(200);
  }

  async function expectPromptEnd(service: ServiceProcess): Promise<void> {
    const askedAt = performance.now();
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - askedAt).toBeLessThan(STOPPED_WITHIN_MS);
  }

  test('counts votes and ends where its reader has gone, silently', async () => {
    const { input, breakOff } = openNamedPipe(installation.folder);
    const service = await installation.start({ stdout: input });
    breakOff();
    for (let line = 0; line < LINES; line += 1) await ask(`${service.url}/healthz`);
    await expectVote(service);
    await expectPromptEnd(service);
    expect(service.stderr()).toBe('');
  });

  test('counts votes and ends where its reader stands still', async () => {
    const { input } = openNamedPipe(installation.folder);
    const service = await installation.start({ stdout: input });
    for (let line = 0; line < LINES; line += 1) await ask(`${service.url}/healthz`);
    await expectVote(service);
    await expectPromptEnd(service);
  });

  test('counts votes and ends where what it says to people goes the same way', async () => {
    const { input } = openNamedPipe(installation.folder);
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    for (const end of [input, full]) {
      const service = await installation.start({ stdout: end, stderr: end });
      for (let line = 0; line < LINES; line += 1) await ask(`${service.url}/healthz`);
      await expectVote(service);
      await expectPromptEnd(service);
    }
  });

  test('counts votes and ends where its disk is full, and says so once on stderr', async () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const service = await installation.start({ stdout: full });
    for (let line = 0; line < LINES; line += 1) await ask(`${service.url}/healthz`);
    await expectVote(service);
    await expectPromptEnd(service);
    expect(service.stderr()).toMatch(/^The log cannot be written to stdout: .*ENOSPC.*\n$/);
  });
});
