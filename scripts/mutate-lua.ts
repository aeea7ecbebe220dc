import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { hashOfStore, listMutants } from './mutation/mutants.ts';
import { openArena } from './mutation/open-arena.ts';
import { countVerdicts, type Verdicts, writePage } from './mutation/write-page.ts';

/**
 * `npm run mutate:lua [-- --minutes N]`: takes each statement of the vote scripts out, one at a time, and sees whether the
 * suites notice. It takes a while; with `--minutes` it stops after so many, and goes on from there the next time. Runs from
 * the root of the project.
 */
const NOTES = '.verify/mutants.json';
const PAGE = 'docs/mutants.md';

interface Notes {
  readonly store: string;
  readonly verdicts: Verdicts;
}

const { values } = parseArgs({ options: { minutes: { type: 'string' } } });
process.exitCode = mutate(values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000);

/** @returns the exit code: 0 when every mutant was tried and none survived. */
function mutate(timeMs: number): number {
  const store = hashOfStore();
  const known = readNotes(store);
  const mutants = listMutants();
  const verdicts: Record<string, string | null> = {};
  const arena = openArena();
  if (Object.keys(known).length === 0) {
    const failure = arena.run();
    if (failure !== null) throw new Error(`The suites fail with the scripts as they are: ${failure}`);
  }
  for (const [index, mutant] of mutants.entries()) {
    const { name } = mutant;
    const before = known[name];
    if (before === undefined && performance.now() > timeMs) {
      console.log(`${index} of ${mutants.length} tried; run it again to go on.`);
      return 1;
    }
    const test = before === undefined ? arena.try(mutant) : before;
    verdicts[name] = test;
    if (before !== undefined) continue;
    writeNotes({ store, verdicts: { ...known, ...verdicts } });
    const end = test === null ? 'survived' : `killed    by "${test}"`;
    console.log(`[${index + 1}/${mutants.length}] ${name}\n    ${end}`);
  }
  writeFileSync(PAGE, writePage(verdicts));
  console.log(countVerdicts(verdicts));
  return Object.values(verdicts).includes(null) ? 1 : 0;
}

function readNotes(store: string): Verdicts {
  if (!existsSync(NOTES)) return {};
  const notes: Notes = JSON.parse(readFileSync(NOTES, 'utf8'));
  return notes.store === store ? notes.verdicts : {};
}

function writeNotes(notes: Notes): void {
  mkdirSync(dirname(NOTES), { recursive: true });
  writeFileSync(NOTES, JSON.stringify(notes));
}
