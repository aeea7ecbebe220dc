/** What became of each mutant, by its name: the test that failed, or `null` when none did. */
export type Verdicts = Readonly<Record<string, string | null>>;

/** `12 killed, 0 survived`. */
export function countVerdicts(verdicts: Verdicts): string {
  const tests = Object.values(verdicts);
  const killed = tests.filter((test) => test !== null).length;
  return `${killed} killed, ${tests.length - killed} survived`;
}

/** The page with every mutant. */
export function writePage(verdicts: Verdicts): string {
  const rows = Object.entries(verdicts).map(
    ([name, test]) => `| \`${escapePipes(name)}\` | ${test === null ? '**none**' : escapePipes(test)} |`,
  );
  return [
    '# The vote scripts with one statement less',
    '',
    'A vote on Redis is decided by one script. `npm run mutate:lua` takes out one statement of it after another, those of the check too,',
    'and runs the suites of the store on Redis each time. A statement that no test misses is either useless or not tested.',
    'This page is written by that command; do not edit it.',
    '',
    `**${countVerdicts(verdicts)}.**`,
    '',
    '| Taken out | First test that failed |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|');
}
