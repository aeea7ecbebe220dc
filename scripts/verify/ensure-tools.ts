import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../../e2e/find-chromium.ts';
import { findFirefox } from '../../e2e/find-firefox.ts';

interface Tool {
  /** Name of the package on Debian and its relatives. */
  readonly pack: string;
  readonly isThere: () => boolean;
  /** What to do where apt is not at hand. */
  readonly cure: string;
}

const CLOCK_SHIM = 'faults/processes/clock-shim.c';

const TOOLS: readonly Tool[] = [
  {
    pack: 'redis-server',
    isThere: () => answers('redis-server') && answers('redis-cli'),
    cure: 'Install Redis 7 or newer, so that redis-server and redis-cli are on the PATH.',
  },
  {
    pack: 'chromium',
    isThere: () => findChromium(process.env) !== null,
    cure: 'Install Chromium, or set CHROMIUM to the path of one.',
  },
  {
    pack: 'curl',
    isThere: () => answers('curl'),
    cure: "Install curl, with which the README's quick start is tried.",
  },
];

const FIREFOX: Tool = {
  pack: 'firefox-esr',
  isThere: () => findFirefox(process.env) !== null,
  cure: 'Install Firefox, or set FIREFOX to the path of one.',
};

/** With them faults move the clocks of programs; a gcc alone comes without the headers. */
const GCC: readonly Tool[] = [
  { pack: 'gcc', isThere: () => answers('gcc'), cure: 'Install gcc, with which faults move the clocks of programs.' },
  {
    pack: 'libc6-dev',
    isThere: () => spawnSync('gcc', ['-fsyntax-only', CLOCK_SHIM], { stdio: 'ignore' }).status === 0,
    cure: `Install the headers of C, so that gcc can compile ${CLOCK_SHIM}.`,
  },
];

/**
 * Makes sure that everything the tests run against is on this machine, and installs what is missing where apt may be used.
 * @throws Error that says what to install.
 */
export function ensureTools({ withFirefox = false, withGcc = false } = {}): void {
  const tools = [...TOOLS, ...(withFirefox ? [FIREFOX] : []), ...(withGcc ? GCC : [])];
  const missing = tools.filter((tool) => !tool.isThere());
  if (missing.length > 0) install(missing.map((tool) => tool.pack));
  const left = tools.filter((tool) => !tool.isThere());
  if (left.length > 0) throw new Error(left.map((tool) => tool.cure).join('\n'));
  console.log(`${redisVersion()}, ${findChromium(process.env)}, ${findFirefox(process.env) ?? 'no Firefox'}`);
}

function install(packages: readonly string[]): void {
  const apt = aptCommand();
  if (apt === null) return;
  console.log(`Installing ${packages.join(' and ')} with apt.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ]) {
    const [command = '', ...rest] = [...apt, ...args];
    const { status } = spawnSync(command, rest, { stdio: ['ignore', 'inherit', 'inherit'], env });
    if (status !== 0)
      throw new Error(`\`${[command, ...rest].join(' ')}\` failed. Install ${packages.join(' and ')} yourself.`);
  }
}

/** How to call apt-get here, or `null` where it is not there or would ask for a password. */
function aptCommand(): readonly string[] | null {
  if (!existsSync('/etc/debian_version') || !answers('apt-get')) return null;
  if (process.getuid?.() === 0) return ['apt-get'];
  const { status } = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return status === 0 ? ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'] : null;
}

function redisVersion(): string {
  const { stdout } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  const version = /v=(\d+)\.([\d.]+)/.exec(stdout);
  if (version === null || Number(version[1]) < 7)
    throw new Error(`Redis 7 or newer is needed, but this is ${stdout.trim()}`);
  return `Redis ${version[1]}.${version[2]}`;
}

function answers(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}
