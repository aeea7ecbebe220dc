import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { UsageError } from './command-line.ts';
import { contentBenchmark } from './content/benchmark.ts';
import { widgetBenchmark } from './elements/benchmark.ts';
import { growthBenchmark } from './growth/benchmark.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { openProcesses } from './processes/child-processes.ts';
import { profileBenchmark } from './profile/benchmark.ts';
import { type Claim, claimsTable, keeps } from './report/claims.ts';
import { joinCosts } from './report/costs.ts';
import { describeMachine } from './report/machine.ts';
import { alignTable } from './report/tables.ts';
import { type Finished, type Run, writePage } from './report/write-page.ts';
import { writeScaling } from './report/write-scaling.ts';
import { sitesBenchmark } from './sites/benchmark.ts';
import { voteBenchmark } from './vote/benchmark.ts';
import { checkBenchmark } from './vote/check-benchmark.ts';

/** `npm run bench`: measures the built product. Runs from the root of the project. */
const BENCHMARKS: readonly Benchmark[] = [
  voteBenchmark,
  checkBenchmark,
  sitesBenchmark,
  growthBenchmark,
  contentBenchmark,
  widgetBenchmark,
  profileBenchmark,
];
const PAGE = 'docs/performance.md';
const SCALING = 'docs/scaling.md';
/** A run that takes longer has got stuck. */
const LONGEST_RUN_MS = 30 * 60_000;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  const names = BENCHMARKS.map(({ name }) => name);
  process.exitCode = await bench(readOptions(process.argv.slice(2), names));
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else console.error(error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** @returns the exit code: 1 when a gate was missed. */
async function bench(options: Options): Promise<number> {
  if (!existsSync('dist/server/cli.js'))
    throw new UsageError('There is nothing to measure; run `npm run build` first.');
  const chosen = BENCHMARKS.filter(({ name, onlyByName = false }) =>
    options.only.length === 0 ? !onlyByName : options.only.includes(name),
  );
  const finished: Finished[] = [];
  for (const benchmark of chosen) finished.push(await runOne(benchmark, options));
  const { rounds, seconds, only, out } = options;
  const run: Run = { machine: describeMachine('.'), date: new Date().toISOString(), rounds, seconds, finished };
  if (out !== null) writeFileSync(out, `${JSON.stringify(jsonOf(run), null, 2)}\n`);
  // A page from a part of the benchmarks would lose the others.
  if (only.length === 0) writePages(run);
  return conclude(finished.flatMap(({ findings }) => findings.claims));
}

function writePages(run: Run): void {
  writeFileSync(PAGE, writePage(run));
  const costs = joinCosts(run.finished.map(({ findings }) => findings.costs ?? {}));
  if (costs === null) throw new Error(`Not every cost was measured, so ${SCALING} stays as it was.`);
  writeFileSync(SCALING, writeScaling(costs, run.date));
}

async function runOne(benchmark: Benchmark, { rounds, seconds }: Options): Promise<Finished> {
  console.log(`\n${benchmark.title}`);
  mkdirSync('.verify', { recursive: true });
  const folder = mkdtempSync(resolve('.verify/bench-'));
  const processes = openProcesses();
  const takeAway = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', takeAway);
  const timer = setTimeout(() => {
    console.error(`${benchmark.name} did not end within ${LONGEST_RUN_MS / 60_000} minutes.`);
    process.exit(1);
  }, LONGEST_RUN_MS);
  try {
    const say = (line: string) => console.log(`  ${line}`);
    const findings = await benchmark.run({ rounds, seconds, processes, folder, say });
    for (const table of findings.tables) console.log(`\n${alignTable(table)}`);
    return { benchmark, findings };
  } finally {
    clearTimeout(timer);
    await processes.close();
    takeAway();
    process.removeListener('exit', takeAway);
  }
}

function conclude(claims: readonly Claim[]): number {
  if (claims.length === 0) return 0;
  console.log(`\n${alignTable(claimsTable(claims))}`);
  const missed = claims.filter((claim) => !keeps(claim, claim.gate));
  console.log(missed.length === 0 ? '\nEvery gate held.' : `\nMissed: ${missed.map(({ what }) => what).join('; ')}.`);
  return missed.length === 0 ? 0 : 1;
}

function jsonOf(run: Run) {
  const benchmarks = run.finished.map(({ benchmark, findings }) => ({
    name: benchmark.name,
    claims: findings.claims.map((claim) => ({ ...claim, held: keeps(claim, claim.gate) })),
    figures: findings.figures,
  }));
  return { date: run.date, machine: run.machine, rounds: run.rounds, seconds: run.seconds, benchmarks };
}
