import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

test("the README's quick start, pasted into a fresh shell, ends with a counted vote and a refused second one", async () => {
  const port = await freePort();
  const lines = quickStart().map((line) => line.replaceAll('localhost:3000', `localhost:${port}`));
  const { output, dataDir } = await paste(lines, port);
  rmSync(dataDir, { recursive: true, force: true });
  // Stopped by a signal to npm, as a process manager would: nothing of it may go on.
  await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow();

  const [counted, refused] = output.split(/^(?=HTTP\/1\.1 )/m).slice(1);
  expect(counted, output).toMatch(/^HTTP\/1\.1 200 /);
  const vote = bodyOf(counted);
  expect(vote).toMatchObject({ success: true, votes: 1 });
  expect(refused, output).toMatch(/^HTTP\/1\.1 429 /);
  expect(bodyOf(refused)).toMatchObject({
    code: 'already_voted',
    success: false,
    votes: 1,
    nextVoteAt: vote.nextVoteAt,
  });
});

/** The lines of the shell block below the heading. */
function quickStart(): string[] {
  const readme = readFileSync(resolve(ROOT, 'README.md'), 'utf8');
  const block = /^## Quick start\n[\s\S]*?^```sh\n([\s\S]*?)^```/m.exec(readme)?.[1] ?? '';
  const lines = block.split('\n').filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(5);
  return lines;
}

/** Feeds the lines to a shell that knows nothing of this one but where programs are, then stops what it started. */
async function paste(lines: readonly string[], port: number): Promise<{ output: string; dataDir: string }> {
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), METRICS_PORT: 'off' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(shell, 'close');
  shell.stdin.end([...lines, 'echo', 'echo "folder:$DATA_DIR"', 'kill $(jobs -p)', 'wait'].join('\n'));
  await ended;
  return { output, dataDir: /^folder:(\/.+)$/m.exec(output)?.[1] ?? '' };
}

function bodyOf(answer: string | undefined) {
  const json = /^\{.*\}/m.exec(answer ?? '')?.[0] ?? '{}';
  return JSON.parse(json);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
