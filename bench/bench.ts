import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { UsageError } from './command-line.ts';
import { contentBenchmark } from './content/benchmark.ts';
import { widgetBenchmark } from './elements/benchmark.ts';
import { growthBenchmark, tenMillionBenchmark } from './growth/benchmark.ts';
import { type Options, readOptions, timesUsual, USAGE } from './options.ts';
import { openProcesses } from './processes/child-processes.ts';
import { profileBenchmark } from './profile/benchmark.ts';
import { type Claim, claimsTable, keeps } from './report/claims.ts';
import { joinCosts } from './report/costs.ts';
import { type KeptRuns, openKeptRuns } from './report/kept-runs.ts';
import { describeMachine, type Machine } from './report/machine.ts';
import { describeSources, nameOfSources, type Sources } from './report/sources.ts';
import { alignTable } from './report/tables.ts';
import { type Finished, latestOf, writePage } from './report/write-page.ts';
import { type Origin, writeScaling } from './report/write-scaling.ts';
import { sitesBenchmark } from './sites/benchmark.ts';
import { voteBenchmark } from './vote/benchmark.ts';
import { checkBenchmark } from './vote/check-benchmark.ts';

/** `npm run bench`: measures the built product. Runs from the root of the project. */
const BENCHMARKS: readonly Benchmark[] = [
  voteBenchmark,
  checkBenchmark,
  sitesBenchmark,
  growthBenchmark,
  tenMillionBenchmark,
  contentBenchmark,
  widgetBenchmark,
  profileBenchmark,
];
const PAGE = 'docs/performance.md';
const SCALING = 'docs/scaling.md';
/** Git ignores it. */
const KEPT = '.verify/bench';
const LONGEST_MINUTES = 30;

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
  const machine = describeMachine('.');
  const kept = openKeptRuns(KEPT, machine);
  const finished: Finished[] = [];
  const sources = describeSources('.');
  for (const benchmark of options.page ? [] : chosen) {
    const found = { ...(await runOne(benchmark, options)), sources };
    if (describeSources('.').product !== sources.product)
      throw new Error(`The product was built anew while ${benchmark.name} measured it.`);
    kept.keep(found);
    finished.push(found);
  }
  if (options.out !== null)
    writeFileSync(options.out, `${JSON.stringify(jsonOf({ machine, sources }, finished), null, 2)}\n`);
  // A few benchmarks alone are run to try something, and that is not what the pages tell.
  if (options.only.length === 0 || options.page) writePages(machine, kept);
  return conclude(finished.flatMap(({ findings }) => findings.claims));
}

/** Writes the pages from the last run of each benchmark. */
function writePages(machine: Machine, kept: KeptRuns): void {
  const { runs, missing } = kept.read(BENCHMARKS.filter(({ isUnreported = false }) => !isUnreported));
  if (missing.length > 0) {
    throw new UsageError(`Not measured yet on this machine with these versions: ${missing.join(', ')}.`);
  }
  const costs = joinCosts(runs.map(({ findings }) => findings.costs ?? {}));
  if (costs === null) throw new Error('Not every cost was measured, so the pages stay as they were.');
  writeFileSync(PAGE, writePage(machine, runs));
  writeFileSync(SCALING, writeScaling(costs, originOf(runs)));
  console.log(`Wrote ${PAGE} and ${SCALING}.`);
}

/** When, and of which sources, the costs were measured. */
function originOf(runs: readonly Finished[]): Origin {
  const measured = runs.filter(({ findings }) => findings.costs !== undefined);
  return {
    date: latestOf(measured).date,
    sources: [...new Set(measured.map(({ sources }) => nameOfSources(sources)))],
  };
}

async function runOne(benchmark: Benchmark, { rounds, seconds }: Options): Promise<Omit<Finished, 'sources'>> {
  console.log(`\n${benchmark.title}`);
  mkdirSync('.verify', { recursive: true });
  const folder = mkdtempSync(resolve('.verify/bench-'));
  const processes = openProcesses();
  const takeAway = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', takeAway);
  const minutes = (benchmark.longestMinutes ?? LONGEST_MINUTES) * timesUsual({ rounds, seconds });
  const timer = setTimeout(() => {
    console.error(`${benchmark.name} did not end within ${minutes} minutes.`);
    process.exit(1);
  }, minutes * 60_000);
  try {
    const say = (line: string) => console.log(`  ${line}`);
    const findings = await benchmark.run({ rounds, seconds, processes, folder, say });
    for (const table of findings.tables) console.log(`\n${alignTable(table)}`);
    return { benchmark, findings, date: new Date().toISOString(), rounds, seconds };
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

function jsonOf(where: { readonly machine: Machine; readonly sources: Sources }, finished: readonly Finished[]) {
  const benchmarks = finished.map(({ benchmark, findings, date, rounds, seconds }) => ({
    name: benchmark.name,
    date,
    rounds,
    seconds,
    claims: findings.claims.map((claim) => ({ ...claim, held: keeps(claim, claim.gate) })),
    figures: findings.figures,
  }));
  return { ...where, benchmarks };
}
